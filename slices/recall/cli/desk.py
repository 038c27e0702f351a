"""What the sub-commands share: the folders in force, finding a note by its id, and printing."""

from __future__ import annotations

import difflib
import json
import os
import sys
from typing import TYPE_CHECKING, Any

import attrs
from attrs import frozen

from host import paths
from host.errors import Problem
from slices.recall import folders, index_fill, notefile, problems
from slices.recall.index import open_index

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from slices.recall.folders import NoteFolder, NoteFolders
    from slices.recall.index import Index
    from slices.recall.note import Note

FINE, FOUND = 0, 1


class Refused(Exception):  # noqa: N818  it is what the command line answers, not a defect
    """The command cannot be done; the message holds a problem per line."""

    def __init__(self, *found: object) -> None:
        super().__init__(problems.listed(found))


@frozen
class Filed:
    """A note's file, found by its id; `note` is None where it cannot be read."""

    folder: NoteFolder
    id: str
    note: Note | None
    wrong: tuple[Problem, ...]

    @property
    def file(self) -> str:
        """The path of the file."""
        return f"{self.folder.path}/{self.id}{notefile.SUFFIX}"


def cwd() -> str:
    """Return the folder of the person's shell, as the shell spells it."""
    here = os.getcwd()  # noqa: PTH109  paths are texts here
    spelt = paths.variable("PWD")
    same = os.path.isabs(spelt) and os.path.realpath(spelt) == here  # noqa: PTH117  as above
    return spelt if same else here


def here() -> NoteFolders:
    """Return the note folders that count here."""
    return folders.find(cwd())


def index() -> Index:
    """Return the index of the notes that count here, with every change in it."""
    return open_index(here(), paths.state_folder(), whole=True)


def add_id(parser: argparse.ArgumentParser, *, many: bool = True) -> None:
    """Declare the ids that a sub-command takes."""
    parser.add_argument("id", metavar="ID", nargs="+" if many else None, help="a note's id")
    parser.add_argument("--mine", action="store_true", help="a note in your own folder")


def filed(ids: Iterable[str], *, mine: bool) -> list[Filed]:
    """Return the notes of some ids or beginnings of ids; raises `Refused`, for all at once."""
    at = here()
    places = [folder for folder in at.all if folder.mine or not mine]
    known = [(folder, name) for folder in places for name in _ids(folder)]
    found = [_one(text, known) for text in ids]
    if wrong := [one for one in found if isinstance(one, Problem)]:
        raise Refused(*wrong)
    return [one for one in found if isinstance(one, Filed)]


def as_json(note: Note) -> dict[str, Any]:
    """Return a note as JSON values."""
    kept = attrs.asdict(note)
    days = {name: str(kept[name]) for name in ("created", "expires", "retired") if kept[name]}
    tied = [
        {name: one[name] for name in ("kind", "text", "path", "host")} for one in kept["anchors"]
    ]
    return {**kept, "anchors": tied, "created": None, "expires": None, "retired": None, **days}


def say(value: object, text: str, options: argparse.Namespace) -> None:
    """Print the value as JSON or the text, as UTF-8 whatever the locale."""
    line = json.dumps(value, ensure_ascii=False) if options.json else text
    sys.stdout.buffer.write(f"{line}\n".encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()


def complain(found: Iterable[object]) -> None:
    """Print problems for the person, beside the answer."""
    for one in found:
        print(one, file=sys.stderr)  # noqa: T201  a command line


def _ids(folder: NoteFolder) -> list[str]:
    try:
        names = sorted(os.listdir(folder.path))  # noqa: PTH208  as above
    except OSError:
        return []
    ids = [name.removesuffix(notefile.SUFFIX) for name in names if name.endswith(notefile.SUFFIX)]
    return [name for name in ids if notefile.is_id(name)]


def _one(text: str, known: list[tuple[NoteFolder, str]]) -> Filed | Problem:
    matching = [one for one in known if one[1] == text]
    matching = matching or [one for one in known if text and one[1].startswith(text)]
    if len(matching) == 1:
        folder, name = matching[0]
        _, note, wrong = index_fill.read_note(folder, f"{name}{notefile.SUFFIX}")
        return Filed(folder, name, note, wrong)
    if matching:
        several = ", ".join(f"{folder.path}/{name}" for folder, name in matching[:5])
        return problems.of_argument("ID", "the id of one note", f"that of several: {several}")
    near = difflib.get_close_matches(text, [name for _, name in known], 1)
    return problems.of_argument(
        "ID", "the id of a note", problems.shown(text), near[0] if near else ""
    )
