import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from host import clients
from host.call import Decision, Deny
from host.desk import Desk
from host.paths import ROOT
from slices.guard.judge import judge
from slices.guard.verdict import Runs

HERE = Path(__file__).parent
CASES: list[dict[str, Any]] = tomllib.loads((HERE / "cases.toml").read_text("utf-8"))["case"]
RUNS = [case for case in CASES if "runs" in case]
DENIED = [case for case in CASES if "reads" in case]
SHOWN = [case for case in DENIED if case.get("snapshot")]


def by_id(case: dict[str, Any]) -> str:
    return str(case["id"])


@pytest.mark.parametrize("case", RUNS, ids=by_id)
def test_the_command_runs(
    case: dict[str, Any], place_case: Any, stand_of: Any, shell_call: Any
) -> None:
    top, command = place_case("guard", case)
    call = shell_call(command, str(top / case.get("cwd", "")))
    stand = stand_of("guard")
    assert stand.decide(call) == Decision()
    assert judge(Desk(clients.load("claude-code"), stand.state).shell(call)) == Runs(case["runs"])


@pytest.mark.parametrize("case", DENIED, ids=by_id)
def test_the_command_is_denied_and_its_reads_named(
    case: dict[str, Any], place_case: Any, stand_of: Any, shell_call: Any
) -> None:
    top, command = place_case("guard", case)
    decision = stand_of("guard").decide(shell_call(command, str(top / case.get("cwd", ""))))
    assert [type(said.answer) for said in decision.said] == [Deny]
    named = re.findall(r"^  (?!and \d+ more).*", reason(decision), re.MULTILINE)
    assert named == [f"  {spelled(top, *read)}" for read in case["reads"]]


@pytest.mark.parametrize("case", SHOWN, ids=by_id)
def test_the_reason_byte_for_byte(
    case: dict[str, Any], place_case: Any, stand_of: Any, shell_call: Any, snapshot: Any
) -> None:
    top, command = place_case("guard", case)
    decision = stand_of("guard").decide(shell_call(command, str(top / case.get("cwd", ""))))
    snapshot.snapshot_dir = HERE / "snapshots/denied"
    said = reason(decision).replace(str(top), "/project").replace(ROOT, "/tidegate")
    snapshot.assert_match(said, f"{case['id']}.txt")


def reason(decision: Decision) -> str:
    answer = decision.denies[0].answer
    assert isinstance(answer, Deny)
    return answer.reason


def spelled(top: Path, path: str, offset: int | None = None, limit: int | None = None) -> str:
    return clients.load("claude-code").read_call(f"{top}/{path}", offset, limit)


def test_each_case_has_one_outcome() -> None:
    assert [c["id"] for c in CASES if ("runs" in c) == ("reads" in c)] == []


def test_what_runs_comes_first_and_is_at_least_as_much() -> None:
    assert [*RUNS, *DENIED] == CASES
    assert len(RUNS) >= len(DENIED)
    assert len(CASES) >= 120


def test_a_known_miss_runs() -> None:
    assert all("runs" in case for case in CASES if "known_miss" in case)


def test_there_is_a_snapshot_of_each_kind() -> None:
    assert len(SHOWN) >= 5
