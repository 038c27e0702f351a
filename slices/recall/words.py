"""The words of a command that may be paths, each with the folder that it is seen from."""

from __future__ import annotations

import os
import re
from itertools import pairwise
from typing import TYPE_CHECKING

from slices.recall import shellglob
from slices.recall.literals import literals
from slices.recall.places import place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host.shell.command import Command, Value

_NO_PATHS_BEHIND = {
    "find": frozenset(
        f"-{i}{test}" for i in ("", "i") for test in ("name", "path", "wholename", "regex", "lname")
    )
}
"""Options whose value is a pattern for names, by program."""

_GOES_ON = frozenset({"tar", "gtar", "bsdtar"})
"""Programs that see the words behind a `-C` from its folder, and those before it from elsewhere."""

_PLAIN = re.compile(r"[\w./\[\]@%+,:=-]+")
"""A pattern that is spelt without quotes and of which only brackets make a pattern."""


def texts(command: Command, inner: frozenset[object]) -> Iterator[tuple[str, str | None]]:
    """Yield the words of a command, and what stands behind the first `=` of one, with its folder.

    A program's name is searched on `PATH`, and names a file here only where it has a slash. `inner`
    are the `spot`s of words that belong to another command.
    """
    words = tuple(value.text for value in command.arguments)
    named = [words[0]] if words and "/" in (words[0] or "") else []
    named += [*(value.text for _, value in command.assignments), *literals(words)]
    placed = [(text, command.folder) for text in named]
    placed += [(v.text, folder) for v, folder in _seen_from(command) if spot(v) not in inner]
    for text, folder in placed:
        if text:
            yield text, folder
            _, equals, behind = text.partition("=")
            if equals and behind:
                yield behind, folder


def operands(command: Command) -> tuple[Value, ...]:
    """Return the arguments that may be paths."""
    skipped = _NO_PATHS_BEHIND.get(command.program or "", frozenset())
    pairs = pairwise(command.arguments)
    return tuple(value for before, value in pairs if before.text not in skipped)


def spot(value: Value) -> object:
    """Return what tells one word of a command from the others."""
    return value.start, value.end, value.text, value.pattern


def unmatched(command: Command, value: Value, pattern: str) -> str | None:
    """Return the file whose name a word with brackets is, where as a pattern it matches nothing.

    The shell keeps such a word as it is spelt. `pattern` is the absolute one.
    """
    spelt = command.source[value.start : value.end]
    if spelt != value.pattern or not _PLAIN.fullmatch(spelt):
        return None
    path = place(command.folder, spelt)
    there = path is not None and os.path.lexists(path)
    return path if there and not shellglob.matches_any_file(pattern) else None


def _seen_from(command: Command) -> Iterator[tuple[Value, str | None]]:
    """Yield the operands, each with the folder that it is seen from."""
    if command.program not in _GOES_ON:
        yield from ((value, command.base) for value in operands(command))
        return
    known = {spot(use.value) for use in command.files if use.path is not None}
    folder = command.folder
    for before, value in pairwise(command.arguments):
        if before.text == "-C":
            folder = place(folder, value.text or "")
        elif spot(value) not in known:
            yield value, folder
