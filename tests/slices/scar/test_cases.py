"""Commands through the real phases: what is denied, which targets and calls the reason names."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from host.call import Deny
from host.paths import ROOT

HERE = Path(__file__).parent
CASES: list[dict[str, Any]] = tomllib.loads((HERE / "cases.toml").read_text("utf-8"))["case"]
RUNS = [case for case in CASES if "runs" in case]
DENIED = [case for case in CASES if "reads" in case]
SHOWN = [case for case in DENIED if case.get("snapshot")]


def by_id(case: dict[str, Any]) -> str:
    return str(case["id"])


def decide(case: dict[str, Any], place_case: Any, stand_of: Any, shell_call: Any) -> Any:
    top, command = place_case("scar", case)
    return top, stand_of("scar").decide(shell_call(command, str(top)))


@pytest.mark.parametrize("case", RUNS, ids=by_id)
def test_the_command_runs(
    case: dict[str, Any], place_case: Any, stand_of: Any, shell_call: Any
) -> None:
    _, decision = decide(case, place_case, stand_of, shell_call)
    assert decision.said == ()
    assert decision.failures == ()


@pytest.mark.parametrize("case", DENIED, ids=by_id)
def test_the_reason_names_the_write_of_each_target(
    case: dict[str, Any], place_case: Any, stand_of: Any, shell_call: Any
) -> None:
    top, decision = decide(case, place_case, stand_of, shell_call)
    (said,) = decision.said
    assert isinstance(said.answer, Deny)
    for target in case["reads"]:
        here = f'Write(file_path="{top}/{target}", content=…)'
        assert here in said.answer.reason or f"Write {target} here" in said.answer.reason


@pytest.mark.parametrize("case", SHOWN, ids=by_id)
def test_the_reason_byte_for_byte(
    case: dict[str, Any], place_case: Any, stand_of: Any, shell_call: Any, snapshot: Any
) -> None:
    top, decision = decide(case, place_case, stand_of, shell_call)
    reason = decision.said[0].answer.reason
    snapshot.snapshot_dir = HERE / "snapshots/denied"
    snapshot.assert_match(
        reason.replace(str(top), "/project").replace(ROOT, "/tidegate"), f"{case['id']}.txt"
    )


def test_a_known_miss_runs_and_says_why() -> None:
    misses = [case for case in CASES if "known_miss" in case]
    assert misses
    assert all(case["runs"] and case["known_miss"] for case in misses)
