"""The cases: which notes the model is told before a call, and which are done after it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from host.clients import claude_code
from slices.recall import counts
from tests.slices.conftest import load_file

HERE = Path(__file__).parent
CASES: list[dict[str, Any]] = tomllib.loads((HERE / "cases.toml").read_text("utf-8"))["case"]
EACH = [pytest.param(case, id=case["id"]) for case in CASES]
NOTHING = [pytest.param(case, id=case["id"]) for case in CASES if not case["delivers"]]


def call_of(case: dict[str, Any], bench: Any) -> Any:
    def placed(text: str) -> str:
        return text.replace("@TOP@", str(bench.project)).replace("@ROOT@", str(bench.root))

    cwd = placed(case.get("cwd", "."))
    return bench.shell(placed(case["command"]), str(bench.project / cwd) if cwd else "")


@pytest.fixture
def filled(bench: Any) -> Any:
    load_file(HERE / "tree.py").make(bench)
    return bench


@pytest.mark.parametrize("case", EACH)
def test_these_notes_are_told_before_the_call(case: dict[str, Any], filled: Any) -> None:
    assert sorted(filled.told(call_of(case, filled))) == sorted(case["delivers"])


@pytest.mark.parametrize("case", NOTHING)
def test_nothing_is_nothing_at_all(case: dict[str, Any], filled: Any) -> None:
    call = call_of(case, filled)
    decision = filled.ask(call)
    assert claude_code.write(decision, call) == ""
    assert decision.failures == ()


@pytest.mark.parametrize("case", EACH)
def test_these_notes_are_done_once_the_call_has_changed_their_files(
    case: dict[str, Any], filled: Any
) -> None:
    call = call_of(case, filled)
    filled.ask(call)
    for name in load_file(HERE / "tree.py").FILES:
        (filled.project / name).write_text("changed\n")
    (filled.project / "lib/new.ts").write_text("new\n")
    filled.after(call)
    rows = [row for desk in filled.desks for row in desk.rows if row.name == counts.RETIRED]
    assert {row.detail for row in rows} == {case[key] for key in ("retires",) if key in case}
