"""`tidegate note edit`: changes a note's fields or text, or opens it in the person's editor."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from datetime import datetime
from typing import TYPE_CHECKING

from host.errors import Problem, unusable
from host.paths import variable
from slices.recall import notefile, notestore, problems
from slices.recall.cli import desk, values
from slices.recall.cli.desk import FINE, Refused
from slices.recall.note import SEVERITIES

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from slices.recall.cli.desk import Filed


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    desk.add_id(parser, many=False)
    parser.add_argument("--text", help="the new text; - reads it from standard input")
    parser.add_argument(
        "--severity", choices=SEVERITIES, help="stop asks the person before a write"
    )
    parser.add_argument("--expires", metavar="DATE", help="YYYY-MM-DD, or never")


def run(options: argparse.Namespace) -> int:
    """Change the note and say where it is."""
    (one,) = desk.filed([options.id], mine=options.mine)
    if (options.text, options.severity, options.expires) == (None, None, None):
        _in_editor(one)
    else:
        change(one, _edit(options))
    (now,) = desk.filed([one.id], mine=one.folder.mine)
    desk.complain(now.wrong)
    desk.say(now.note and desk.as_json(now.note), f"{one.id}: {one.file}", options)
    return FINE


def change(one: Filed, edit: Callable[[str], str]) -> None:
    """Change a note's file; raises `Refused` where that cannot be done."""
    try:
        wrong = notestore.change(one.folder, one.id, edit)
    except OSError as error:
        raise Refused(problems.unwritable(one.folder.path, error)) from error
    if wrong is not None:
        raise Refused(wrong)


def _edit(options: argparse.Namespace) -> Callable[[str], str]:
    """Return the change that the options ask for; raises `Refused`."""
    text = None if options.text is None else values.text(options.text)
    expires = values.expiry(options.expires, datetime.now().astimezone().date())
    wrong = [one for one in (text, expires) if isinstance(one, Problem)]
    if wrong:
        raise Refused(*wrong)
    fields: dict[str, str | None] = {}
    if options.severity is not None:
        fields["severity"] = options.severity
    if options.expires is not None:
        fields["expires"] = str(expires) if expires else None
    body = text if isinstance(text, str) else None
    return lambda before: notefile.with_fields(before, fields, body)


def _in_editor(one: Filed) -> None:
    """Let the person change the whole note in an editor; raises `Refused`.

    What was typed is kept in a file until it is the note's text.
    """
    before = notestore.read_text(one.file)
    if not isinstance(before, str):
        raise Refused(before)
    editor = variable("VISUAL") or variable("EDITOR")
    if not editor:
        raise Refused(problems.no_editor())
    after, draft = _typed(editor, before, one.id)
    _, wrong = notefile.read(after.encode(), one.folder, f"{one.id}{notefile.SUFFIX}")
    if wrong:
        raise Refused(*wrong, problems.draft_kept(draft))

    def replace(now: str) -> str:
        if now != before:
            raise Refused(problems.changed_meanwhile(one.file, draft))
        return after

    change(one, replace)
    os.unlink(draft)  # noqa: PTH108  paths are texts here


def _typed(editor: str, text: str, note_id: str) -> tuple[str, str]:
    """Return what the person made of a text, and the file it is in."""
    descriptor, draft = tempfile.mkstemp(prefix=f"{note_id}-", suffix=notefile.SUFFIX)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
    try:
        code = subprocess.run([*shlex.split(editor), draft], check=False).returncode
    except OSError as error:
        raise Refused(problems.editor_failed(editor, unusable(error))) from error
    except ValueError as error:
        raise Refused(problems.editor_failed(editor, str(error))) from error
    if code:
        raise Refused(problems.editor_failed(editor, f"exit code {code}"))
    after = notestore.read_text(draft)
    if not isinstance(after, str):
        raise Refused(after)
    return after, draft
