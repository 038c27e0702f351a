"""`tidegate note add`: writes a note for files."""

from __future__ import annotations

import os
from datetime import date, datetime
from typing import TYPE_CHECKING

from host import paths
from host.errors import Problem
from slices.recall import index_fill, notefile, notestore, problems
from slices.recall.cli import desk, values
from slices.recall.cli.anchoring import anchor_of
from slices.recall.cli.desk import FINE, Refused
from slices.recall.note import SEVERITIES, Anchor, Note

if TYPE_CHECKING:
    import argparse

    from slices.recall.folders import NoteFolder


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    parser.add_argument("path", metavar="PATH", nargs="+", help="a file, a glob or HOST:/PATH")
    parser.add_argument("--text", required=True, help="the note; - reads it from standard input")
    parser.add_argument(
        "--severity",
        choices=SEVERITIES,
        default="caution",
        help="stop asks the person before a write; caution, the default, only tells the agent",
    )
    parser.add_argument("--expires", metavar="DATE", help="the last day it counts, YYYY-MM-DD")
    parser.add_argument("--host", help="the machine that the paths are on")
    parser.add_argument("--mine", action="store_true", help="keep it in your own folder")
    parser.add_argument("--author", default="", help="who writes it; by default the user's name")
    parser.add_argument("--session", default="", help="the session that it comes from")


def run(options: argparse.Namespace) -> int:
    """Write the note and say where."""
    folder = _folder(mine=options.mine)
    note = _note(options, folder)
    try:
        note_id = notestore.create(folder, note.text, lambda _: notefile.text_of(note))
    except OSError as error:
        raise Refused(problems.unwritable(folder.path, error)) from error
    _, written, wrong = index_fill.read_note(folder, f"{note_id}{notefile.SUFFIX}")
    if written is None:
        raise Refused(*wrong)
    desk.complain(_not_there(written.anchors))
    desk.say(desk.as_json(written), f"{note_id}: {written.source}", options)
    return FINE


def _folder(*, mine: bool) -> NoteFolder:
    at = desk.here()
    if mine:
        return at.mine
    if at.project is None:
        raise Refused(problems.no_project(desk.cwd()))
    return at.project


def _note(options: argparse.Namespace, folder: NoteFolder) -> Note:
    """Return the note that the arguments ask for; raises `Refused` with all that is wrong."""
    read = [anchor_of(path, desk.cwd(), folder, options.host) for path in options.path]
    today = datetime.now().astimezone().date()
    expires = values.expiry(options.expires, today)
    text = values.text(options.text)
    checked = (*read, expires, text)
    if wrong := [one for one in checked if isinstance(one, Problem)]:
        raise Refused(*wrong)
    return Note(
        id="",
        text=text if isinstance(text, str) else "",
        anchors=tuple(dict.fromkeys(one for one in read if isinstance(one, Anchor))),
        source="",
        mine=folder.mine,
        created=today,
        author=values.name(options.author) or paths.variable("USER"),
        session=values.name(options.session),
        severity=options.severity,
        expires=expires if isinstance(expires, date) else None,
    )


def _not_there(anchors: tuple[Anchor, ...]) -> list[str]:
    exact = [one.path for one in anchors if one.kind == "path"]
    return [f"tidegate: no file yet: {path}" for path in exact if not os.path.lexists(path)]
