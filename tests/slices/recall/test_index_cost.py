"""A look-up costs the same however many notes there are: searches, and bounded looks."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import pytest

from slices.recall import identity, index, index_fill
from slices.recall.folders import NoteFolder, NoteFolders

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from slices.recall.index import Index

LOOK_UPS: dict[str, Callable[[Index, str], Any]] = {
    "exact": lambda found, root: found.exact(identity.keys(f"{root}/d1/x1.c")),
    "globs": lambda found, root: found.globs(f"{root}/d1/x1.h"),
    "pattern": lambda found, root: found.matching_pattern(f"{root}/d1/*.c"),
    "deep-pattern": lambda found, root: found.matching_pattern(f"{root}/d1/*/*.c"),
    "words": lambda found, root: found.named_in("cat d1/x1.c"),
    "problems": lambda found, root: found.shelves[0].texts("n", 3),
}


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Callable[[], Index]]:
    """Return a function that makes a project of so many settled notes, and one that opens it."""
    monkeypatch.setattr(index_fill, "RACY_MILLISECONDS", 0)

    def make(count: int) -> Callable[[], Index]:
        root = tmp_path / str(count)
        notes = root / ".tidegate" / "notes"
        notes.mkdir(parents=True)
        for n in range(count):
            anchor = f"d{n}/x{n}.c" if n % 2 else f"'d{n}/*.h'"
            (notes / f"n{n}.md").write_text(f"---\nanchors: {anchor}\n---\nhi\n")
        folders = NoteFolders(NoteFolder(str(notes), str(root)), NoteFolder(str(root / "none")))
        state = str(root / "state")
        index.open_index(folders, state, whole=True).close()
        return lambda: index.open_index(folders, state)

    return make


def statements(found: Index, look: Callable[[Index, str], Any]) -> list[str]:
    """Return the SQL of a look-up with its values in it."""
    said: list[str] = []
    (shelf,) = found.shelves
    shelf.connection.set_trace_callback(said.append)
    look(found, str(shelf.folder.root))
    shelf.connection.set_trace_callback(None)
    return said


@pytest.mark.parametrize("look", LOOK_UPS.values(), ids=LOOK_UPS.keys())
def test_a_look_up_searches_and_never_scans(
    site: Callable[[int], Callable[[], Index]], look: Callable[[Index, str], Any]
) -> None:
    with site(6)() as found:
        said = statements(found, look)
        assert said
        for statement in said:
            plan = found.shelves[0].connection.execute(f"EXPLAIN QUERY PLAN {statement}")
            assert [row[3] for row in plan if row[3].startswith("SCAN")] == []


@pytest.mark.parametrize("look", LOOK_UPS.values(), ids=LOOK_UPS.keys())
def test_more_notes_are_no_more_statements(
    site: Callable[[int], Callable[[], Index]], look: Callable[[Index, str], Any]
) -> None:
    counts = []
    for size in (4, 60):
        with site(size)() as found:
            counts.append(len(statements(found, look)))
    assert counts[0] == counts[1]


def test_opening_looks_at_a_bounded_number_of_files(
    site: Callable[[int], Callable[[], Index]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_fill, "FILES_CHECKED_PER_CALL_MAX", 5)
    opened = site(60)
    looked: list[str] = []
    stat = os.stat

    def counting(path: Any, **more: Any) -> os.stat_result:
        looked.append(str(path))
        return stat(path, **more)

    monkeypatch.setattr(os, "stat", counting)
    monkeypatch.setattr(os, "scandir", None)  # a listing would look at all of them
    with opened():
        pass
    assert 0 < len([path for path in looked if path.endswith(".md")]) <= 5


def test_a_note_without_front_matter_s_library_is_found(
    site: Callable[[int], Callable[[], Index]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call that reads no changed note never imports the YAML library."""
    opened = site(4)
    monkeypatch.setitem(sys.modules, "yaml", None)
    with opened() as found:
        root = found.shelves[0].folder.root
        assert [m.note.id for m in found.exact(identity.keys(f"{root}/d1/x1.c"))] == ["n1"]
