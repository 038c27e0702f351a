"""Scripts inside words: `$(…)`, backquotes and process substitutions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

import attrs

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


def read_parenthesized(cursor: Cursor, start: int, kind: Kind, *, quoted: bool) -> Substitution:
    """Read the script up to its `)`; `start` is where the `$` stands before its `(`."""
    known = cursor.remembered.get(start)
    if known is not None:
        cursor.at = known.end
        return _with_quoting(known, quoted=quoted)
    cursor.deepen()
    body = cursor.grammar.substituted(cursor)
    cursor.depth -= 1
    return _remember(cursor, Substitution(start, cursor.at, kind, body, quoted))


def read_backquoted(cursor: Cursor, *, quoted: bool) -> Substitution:
    """Read a backquoted script; bash reads it when it runs, so an error in it is its own."""
    start = cursor.at
    known = cursor.remembered.get(start)
    if known is not None:
        cursor.at = known.end
        return _with_quoting(known, quoted=quoted)
    match = _BACKQUOTED.match(cursor.text, start + 1, cursor.end)
    if match is None or match.end() >= cursor.end:
        raise NotShellError(reasons.unclosed("a backquote"))
    cursor.at = match.end() + 1
    escape = _QUOTED_ESCAPE if quoted else _ESCAPE
    source = escape.sub(r"\1", match.group()) if escape.search(match.group()) else None
    inner = (
        cursor.inside(cursor.text, start + 1, match.end())
        if source is None
        else cursor.inside(source)
    )
    body, why = read_later(inner)
    node = Substitution(start, cursor.at, "backquote", body, quoted, source, why)
    return _remember(cursor, node)


def read_region(cursor: Cursor, start: int, end: int, kind: Kind, *, quoted: bool) -> Substitution:
    """Read `$((…) …)`, which is a script after all; bash reads it when it runs."""
    inner = cursor.inside(cursor.text, cursor.at, end)
    inner.remembered, inner.closers = cursor.remembered, cursor.closers
    body, why = read_later(inner)
    cursor.at = end + 1
    node = Substitution(start, cursor.at, kind, body, quoted, unreadable=why)
    return _remember(cursor, node)


def read_later(cursor: Cursor) -> tuple[tuple[ListItem, ...], str | None]:
    """Read a script that bash reads only when it runs, or say why bash will refuse it."""
    try:
        return cursor.grammar.script(cursor), None
    except PastBoundError:
        raise
    except NotShellError as problem:
        return (), str(problem)


def _remember(cursor: Cursor, node: Substitution) -> Substitution:
    cursor.remembered[node.start] = node
    return node


def _with_quoting(node: Substitution, *, quoted: bool) -> Substitution:
    return node if node.quoted == quoted else attrs.evolve(node, quoted=quoted)
