"""Commands through the real phases: what is denied, and the words of the reason."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from host.call import Decision, Deny
from host.paths import ROOT

HERE = Path(__file__).parent
CASES: list[dict[str, Any]] = tomllib.loads((HERE / "cases.toml").read_text("utf-8"))["case"]
RUNS = [case for case in CASES if "runs" in case]
DENIED = [case for case in CASES if "denied" in case]
SHOWN = [case for case in DENIED if case.get("snapshot")]


def by_id(case: dict[str, Any]) -> str:
    return str(case["id"])


@pytest.fixture
def decide(place_case: Any, stand_of: Any, shell_call: Any) -> Any:
    def decided(case: dict[str, Any]) -> tuple[Path, Decision]:
        top, command = place_case("_template", case)
        return top, stand_of("_template").decide(shell_call(command, str(top)))

    return decided


@pytest.mark.parametrize("case", RUNS, ids=by_id)
def test_the_command_runs(case: dict[str, Any], decide: Any) -> None:
    assert decide(case)[1] == Decision()


@pytest.mark.parametrize("case", DENIED, ids=by_id)
def test_the_command_is_denied(case: dict[str, Any], decide: Any) -> None:
    assert [type(said.answer) for said in decide(case)[1].said] == [Deny]


@pytest.mark.parametrize("case", SHOWN, ids=by_id)
def test_the_reason_byte_for_byte(case: dict[str, Any], decide: Any, snapshot: Any) -> None:
    top, decision = decide(case)
    reason = decision.denies[0].answer.reason.replace(str(top), "/project")
    snapshot.snapshot_dir = HERE / "snapshots/denied"
    snapshot.assert_match(reason.replace(ROOT, "/tidegate"), f"{case['id']}.txt")


def test_each_case_has_one_outcome() -> None:
    assert [case["id"] for case in CASES if ("runs" in case) == ("denied" in case)] == []
    assert [*RUNS, *DENIED] == CASES
