"""The tables of the specifications through the whole stack, as the real client plays them too."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from host.last_resort import names
from tests.client import tables
from tests.reports.whole import Whole, take_over

if TYPE_CHECKING:
    from pathlib import Path

GUARD, RECALL, SCAR = (
    pytest.mark.skipif(name not in names(), reason=f"the slice {name} was deleted")
    for name in ("guard", "recall", "scar")
)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("tables").resolve()
    (root / "repo").mkdir()
    tables.fill(root / "repo")
    return root


@pytest.fixture
def whole(filled: Path, monkeypatch: pytest.MonkeyPatch) -> Whole:
    found = take_over(filled, monkeypatch)
    found.configure()
    found.start()
    return found


def spelled(whole: Whole, path: str, offset: int | None, limit: int | None) -> str:
    window = [f"{k}={v}" for k, v in (("offset", offset), ("limit", limit)) if v is not None]
    return f"Read({', '.join([f'file_path={json.dumps(str(whole.project / path))}', *window])})"


@GUARD
def test_each_print_is_denied_with_its_read_calls(whole: Whole) -> None:
    said = {command: whole.ask(command) for command in tables.PRINTS}
    assert [command for command, answer in said.items() if answer.by != ["guard"]] == []
    named = {c: re.findall(r"^  (Read\(.*\))$", a.reason, re.MULTILINE) for c, a in said.items()}
    assert named == {c: [spelled(whole, *r) for r in reads] for c, reads in tables.PRINTS.items()}


@GUARD
def test_what_is_no_print_is_not_denied(whole: Whole) -> None:
    assert [command for command in tables.RUNS if whole.ask(command).verdict != "run"] == []


@RECALL
def test_each_row_delivers_its_own_note_or_none(whole: Whole) -> None:
    told = [whole.ask(command).notes for command in tables.rows()]
    delivers = len(tables.DELIVERS)
    assert told == [[f"r{n}"] if n < delivers else [] for n in range(len(told))]


@SCAR
def test_what_each_scar_blocks_and_lets_pass(whole: Whole) -> None:
    assert [c for c in tables.BLOCKED if whole.ask(c).by != ["scar"]] == []
    assert [c for c in tables.PASSED if whole.ask(c).verdict != "run"] == []


@SCAR
def test_what_changes_on_its_way_on_windows(whole: Whole) -> None:
    whole.configure(scar={"options": {"platform": "windows"}})
    assert [c for c in tables.CHANGED_ON_THE_WAY if whole.ask(c).by != ["scar"]] == []
    assert [c for c in tables.AS_SENT if whole.ask(c).verdict != "run"] == []


@GUARD
@SCAR
def test_two_denies_of_one_call_are_one_answer(whole: Whole) -> None:
    answer = whole.ask(tables.TWICE_DENIED)
    assert answer.by == ["guard", "scar"]
    assert [part.split("\n")[0] for part in answer.reason.split("\n\n")] == ["[guard]", "[scar]"]
    assert tables.OUTLINE in answer.reason
