"""One word: a run of text, quotes and expansions up to a blank or an operator."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from host.shell.grammar.cursor import NotShellError, PastBoundError
from host.shell.grammar.expansions import (
    ARITHMETIC,
    QUOTING,
    read_angle,
    read_backquote,
    read_dollar,
    read_double,
)
from host.shell.grammar.pairs import Scan, read_pair
from host.shell.grammar.quotes import read_escape, read_single, unjoined
from host.shell.syntax import ExtendedPattern, Text, Word

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from host.shell.grammar.cursor import Cursor
    from host.shell.syntax import Part

    Reader = Callable[[Cursor, list[Part]], bool]

_RUN = re.compile(r"(?:[^ \t\n|&;()<>\\'\"`$]++|\\\n)++")
_PATTERN_PREFIX = frozenset("@*+?!")

PLAIN: Mapping[str, Reader] = {
    "\\": read_escape,
    "'": read_single,
    '"': read_double,
    "`": read_backquote,
    "$": read_dollar,
    "<": read_angle,
    ">": read_angle,
}
"""What reads on from a character that is not plain text; any other such character ends a word."""


def read_word(cursor: Cursor, readers: Mapping[str, Reader] = PLAIN) -> Word:
    """Read the word at the cursor, an empty one where none starts there."""
    start = cursor.at
    parts: list[Part] = []
    read_parts(cursor, parts, readers)
    return Word(start, cursor.at, tuple(parts))


def read_parts(cursor: Cursor, parts: list[Part], readers: Mapping[str, Reader] = PLAIN) -> None:
    """Read on to the end of the word, adding to its parts."""
    while True:
        run = _RUN.match(cursor.text, cursor.at, cursor.end)
        if run is not None:
            _add_text(parts, cursor.at, run)
            cursor.at = run.end()
        if cursor.at >= cursor.end:
            return
        reader = readers.get(cursor.text[cursor.at])
        if reader is None or not reader(cursor, parts):
            return


def _add_text(parts: list[Part], start: int, run: re.Match[str]) -> None:
    value = unjoined(run.group())
    if value:
        parts.append(Text(start, run.end(), value))


def _read_pattern_group(cursor: Cursor, parts: list[Part]) -> bool:
    """Read `@(…)` and the like: the character before the `(` is the end of the text so far."""
    text = parts[-1] if parts else None
    if not isinstance(text, Text) or text.quoted or text.value[-1] not in _PATTERN_PREFIX:
        return False
    parts.pop()
    if len(text.value) > 1:
        parts.append(Text(text.start, text.end - 1, text.value[:-1]))
    parts.append(_read_group(cursor, text.end - 1))
    return True


def _read_regex_group(cursor: Cursor, parts: list[Part]) -> bool:
    parts.append(_read_group(cursor, cursor.at))
    return True


def _read_group(cursor: Cursor, start: int) -> ExtendedPattern:
    """Read the group at the cursor: bash looks for its `)` first, and for scripts later."""
    opened_at = cursor.at
    cursor.at += 1
    read_pair(cursor, Scan("(", ")", QUOTING))
    text = unjoined(cursor.text[start : cursor.at])
    inner = cursor.inside(cursor.text, opened_at + 1, cursor.at)
    inner.remembered = cursor.remembered
    scan = Scan("(", ")", ARITHMETIC)
    try:
        read_pair(inner, scan)
    except PastBoundError:
        raise
    except NotShellError:
        pass
    return ExtendedPattern(start, cursor.at, text, tuple(scan.nested))


def _read_bar(cursor: Cursor, parts: list[Part]) -> bool:
    parts.append(Text(cursor.at, cursor.at + 1, "|"))
    cursor.at += 1
    return True


PATTERN: Mapping[str, Reader] = {**PLAIN, "(": _read_pattern_group}
"""For the word after `==` and the like in `[[ … ]]`."""

REGEX: Mapping[str, Reader] = {**PLAIN, "(": _read_regex_group, "|": _read_bar}
"""For the word after `=~`."""
