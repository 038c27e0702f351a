"""Note files are written whole, under a name of their own, and one change after the other."""

from __future__ import annotations

import os
import threading
from functools import partial
from typing import TYPE_CHECKING

import pytest

from slices.recall import notefile, notestore
from slices.recall.folders import NoteFolder

if TYPE_CHECKING:
    from pathlib import Path

SOON_SECONDS = 0.2  # enough for a thread that nothing holds back

TEXT = "---\nanchors: x\n---\nhi\n"


@pytest.fixture
def folder(tmp_path: Path) -> NoteFolder:
    return NoteFolder(str(tmp_path / "notes"), str(tmp_path))


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("Do not raise this timeout: the gateway kills at 60 s.", "do-not-raise-this-timeout-the-"),
        ("Ärger mit CRLF", "rger-mit-crlf-"),
        ("日本語", "note-"),
        ("../../etc/passwd", "etc-passwd-"),
        ("x" * 100, "note-"),
    ],
)
def test_an_id_begins_like_the_text(text: str, begins: str) -> None:
    found = notestore.new_id(text)
    assert found.startswith(begins)
    assert notefile.is_id(found)
    assert len(found) <= len(begins) + 4


def test_a_name_that_is_taken_is_not_written_over(
    folder: NoteFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    endings = iter(["same", "same", "other"])
    monkeypatch.setattr(notestore, "new_id", lambda _text: f"note-{next(endings)}")
    made = [
        notestore.create(folder, "t", partial(lambda n, _: TEXT.replace("hi", n), str(n)))
        for n in range(2)
    ]
    assert made == ["note-same", "note-other"]
    assert [(tmp_path / "notes" / f"{one}.md").read_text()[-2] for one in made] == ["0", "1"]


def test_names_that_are_all_taken_are_said(
    folder: NoteFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notestore, "new_id", lambda _text: "note-same")
    notestore.create(folder, "t", lambda _: TEXT)
    with pytest.raises(FileExistsError, match="notes"):
        notestore.create(folder, "t", lambda _: TEXT)


def test_a_file_system_without_hard_links_takes_notes_too(
    folder: NoteFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refuse)
    made = [notestore.create(folder, "t", lambda _: TEXT) for _ in range(2)]
    assert sorted(path.stem for path in (tmp_path / "notes").iterdir()) == sorted(made)


def test_changes_of_one_note_wait_for_each_other(folder: NoteFolder, tmp_path: Path) -> None:
    """The third starts while the second is at it, on the file that the first has put in place."""
    note = notestore.create(folder, "t", lambda _: TEXT)
    entered = [threading.Event() for _ in range(3)]
    early: list[bool] = []
    threads: list[threading.Thread] = []

    def change(number: int) -> None:
        def edit(text: str) -> str:
            entered[number].set()
            if number + 1 < len(entered):
                threads.append(threading.Thread(target=change, args=(number + 1,)))
                threads[-1].start()
                early.append(entered[number + 1].wait(SOON_SECONDS))
            return f"{text}{number}\n"

        assert notestore.change(folder, note, edit) is None

    change(0)
    while threads:
        threads.pop(0).join()
    assert early == [False, False]
    assert (tmp_path / "notes" / f"{note}.md").read_text() == f"{TEXT}0\n1\n2\n"


def test_a_change_that_makes_no_note_is_not_made(folder: NoteFolder, tmp_path: Path) -> None:
    note = notestore.create(folder, "t", lambda _: TEXT)
    assert "expected" in str(notestore.change(folder, note, lambda _: "no note"))
    assert (tmp_path / "notes" / f"{note}.md").read_text() == TEXT
    assert len(list((tmp_path / "notes").iterdir())) == 1


def test_a_change_keeps_the_file_s_mode_and_a_link_in_its_place(tmp_path: Path) -> None:
    (tmp_path / "kept.md").write_text(TEXT.replace("x", "/x"))
    (tmp_path / "kept.md").chmod(0o640)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "note.md").symlink_to(tmp_path / "kept.md")
    mine = NoteFolder(str(tmp_path / "mine"))
    assert notestore.change(mine, "note", lambda text: text.replace("hi", "new")) is None
    assert (tmp_path / "mine" / "note.md").is_symlink()
    assert "new" in (tmp_path / "kept.md").read_text()
    assert (tmp_path / "kept.md").stat().st_mode & 0o777 == 0o640
