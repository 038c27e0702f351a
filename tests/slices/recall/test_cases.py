"""The cases: which notes the model is told before a call, and which are done after it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from host.clients import claude_code
from slices.recall import counts
from tests.slices.conftest import load_file
from tests.slices.recall.conftest import ids

HERE = Path(__file__).parent
CASES: list[dict[str, Any]] = tomllib.loads((HERE / "cases.toml").read_text("utf-8"))["case"]
EACH = [pytest.param(case, id=case["id"]) for case in CASES]


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
def test_these_notes_are_told_before_the_call_and_done_after_it(
    case: dict[str, Any], filled: Any
) -> None:
    call = call_of(case, filled)
    decision = filled.ask(call)
    assert sorted(ids(decision)) == sorted(case["delivers"])
    if not case["delivers"]:
        assert claude_code.write(decision, call) == ""
        assert decision.failures == ()
    assert done(call, filled) == {case[key] for key in ("retires",) if key in case}


def done(call: Any, filled: Any) -> set[str]:
    """Let the call change every file, and return the causes by which notes are done then."""
    for name in load_file(HERE / "tree.py").FILES:
        (filled.project / name).write_text("changed\n")
    (filled.project / "lib/new.ts").write_text("new\n")
    filled.after(call)
    rows = [row for desk in filled.desks for row in desk.rows if row.name == counts.RETIRED]
    return {row.detail for row in rows}
