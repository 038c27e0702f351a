"""`tidegate note list`: the notes that count, all of them or those of files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slices.recall import anchors, identity
from slices.recall.cli import desk
from slices.recall.cli.desk import FINE

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from slices.recall.index import Index
    from slices.recall.note import Note


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    parser.add_argument("path", metavar="PATH", nargs="*", help="a file or HOST:/PATH")
    parser.add_argument("--all", action="store_true", help="retired and expired notes too")


def run(options: argparse.Namespace) -> int:
    """Print the notes."""
    with desk.index() as index:
        found = _of_files(index, options.path) if options.path else index.notes()
        if not options.all:
            found = tuple(note for note in found if note.counts_on(index.today))
        wrong = index.problems()
    desk.complain(wrong)
    desk.say([desk.as_json(note) for note in found], _text(found), options)
    return FINE


def _of_files(index: Index, given: Iterable[str]) -> tuple[Note, ...]:
    found: dict[str, Note] = {}
    for text in given:
        if remote := anchors.remote_parts(text):
            host, path = remote
            matches = (*index.exact([identity.remote_key(host, path)]), *index.globs(path, host))
        else:
            path = identity.join(desk.cwd(), text)
            matches = (*index.exact(identity.keys(path)), *index.globs(path))
        found |= {match.note.source: match.note for match in matches}
    return tuple(found.values())


def _text(notes: tuple[Note, ...]) -> str:
    return "\n".join(map(_line, notes)) if notes else "no notes"


def _line(note: Note) -> str:
    marks: list[str] = [note.severity] if note.severity == "stop" else []
    marks += ["mine"] if note.mine else []
    marks += [f"retired {note.retired}"] if note.retired else []
    marks += [f"expires {note.expires}"] if note.expires else []
    first = note.text.split("\n", 1)[0]
    files = ", ".join(anchor.text for anchor in note.anchors)
    told = f"  [{', '.join(marks)}]" if marks else ""
    return f"{note.id}  {files}{told}\n    {first}"
