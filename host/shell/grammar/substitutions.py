"""Scripts inside words: `$(…)`, backquotes and process substitutions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from host.shell import reasons
from host.shell.grammar.cursor import NotShellError, PastBoundError
from host.shell.syntax import Substitution

if TYPE_CHECKING:
    from host.shell.grammar.cursor import Cursor
    from host.shell.syntax import ListItem

Kind = Literal["command", "input", "output"]

_BACKQUOTED = re.compile(r"(?:[^`\\]++|\\.)*+", re.DOTALL)
_ESCAPE = re.compile(r"\\([$`\\])")
_QUOTED_ESCAPE = re.compile(r"\\([$`\\\"])")


def read_backquoted(cursor: Cursor, *, quoted: bool) -> Substitution:
    """Read a backquoted script; bash reads it when it runs, so an error in it is its own."""
    start = cursor.at
    match = _BACKQUOTED.match(cursor.text, start + 1, cursor.end)
    if match is None or not cursor.text.startswith("`", match.end(), cursor.end):
        raise NotShellError(reasons.unclosed("a backquote"))
    cursor.at = match.end() + 1
    escape = _QUOTED_ESCAPE if quoted else _ESCAPE
    if escape.search(match.group()):
        source = escape.sub(r"\1", match.group())
        body, why = read_later(cursor.inside(source))
        return Substitution(start, cursor.at, "backquote", body, quoted, source, why)
    body, why = read_later(cursor.inside(cursor.text, start + 1, match.end()))
    return Substitution(start, cursor.at, "backquote", body, quoted, unreadable=why)


def read_region(cursor: Cursor, start: int, end: int, kind: Kind, *, quoted: bool) -> Substitution:
    """Read `$((…) …)`, which is a script after all; bash reads it when it runs."""
    inner = cursor.inside(cursor.text, cursor.at, end)
    inner.remembered, inner.closers = cursor.remembered, cursor.closers
    body, why = read_later(inner)
    cursor.at = end + 1
    return Substitution(start, cursor.at, kind, body, quoted, unreadable=why)


def read_later(cursor: Cursor) -> tuple[tuple[ListItem, ...], str | None]:
    """Read a script that bash reads only when it runs, or say why bash will refuse it."""
    try:
        return cursor.grammar.script(cursor), None
    except PastBoundError:
        raise
    except NotShellError as problem:
        return (), str(problem)
