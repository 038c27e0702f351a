"""Reads what the sub-commands are given as text, day and name."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from slices.recall import notefile, problems
from slices.recall.limits import FIELD_MAX_CHARACTERS, NOTE_FILE_MAX_BYTES, TEXT_MAX_CHARACTERS

if TYPE_CHECKING:
    from datetime import date

    from host.errors import Problem

NEVER = "never"


def text(given: str) -> str | Problem:
    """Return the note's text; `-` reads it from standard input."""
    if given == "-":
        raw = sys.stdin.buffer.read(NOTE_FILE_MAX_BYTES + 1)
        try:
            given = raw.decode()
        except UnicodeDecodeError as error:
            return problems.no_utf8("standard input", raw, error.start)
    found = notefile.clean(given)
    if not found:
        return problems.of_argument("--text", "the note's text", "nothing")
    if len(found) > TEXT_MAX_CHARACTERS:
        most = f"at most {TEXT_MAX_CHARACTERS} characters"
        return problems.of_argument("--text", most, str(len(found)))
    return found


def expiry(given: str | None, today: date) -> date | Problem | None:
    """Return the last day of a note, None for no end."""
    if given is None or given == NEVER:
        return None
    day = notefile.day(given)
    if day is None:
        return problems.of_argument("--expires", "a day as YYYY-MM-DD", problems.shown(given))
    if day < today:
        return problems.of_argument("--expires", "a day that is not over", given)
    return day


def name(given: str) -> str:
    """Return a name on one line, cut to what a note takes."""
    return " ".join(notefile.clean(given).split())[:FIELD_MAX_CHARACTERS]
