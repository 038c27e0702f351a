"""Which variables a simple command fills, and which ones stand in a word."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from host.shell.syntax import Parameter, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host.shell.syntax import SimpleCommand, Word

_READERS = {"read": "REPLY", "mapfile": "MAPFILE", "readarray": "MAPFILE"}
"""Builtins that fill variables from their input, and the one that they fill where none is named."""

_DECLARERS = frozenset({"export", "declare", "typeset", "local", "readonly"})
_NAME = re.compile(r"[A-Za-z_]\w*")
_DECLARED = re.compile(r"([A-Za-z_]\w*)\+?=")


def named(word: Word) -> Iterator[str]:
    """Yield the variables whose value stands in the word; a length does not hold the text."""
    for part in word.parts:
        if isinstance(part, Parameter) and part.prefix != "#":
            yield part.name.partition("[")[0]


def read_into(command: SimpleCommand) -> Iterator[str]:
    """Yield the variables that the command fills from its input, an option's value maybe too."""
    texts = [word.literal or "" for word in command.words]
    if texts and texts[0] in _READERS:
        names = [text for text in texts[1:] if _NAME.fullmatch(text)]
        yield from names or [_READERS[texts[0]]]


def declared(command: SimpleCommand, word: Word) -> str:
    """Return the variable that a word of `export` and its like assigns, "" for none."""
    first = word.parts[0] if word.parts else None
    if command.words[0].literal not in _DECLARERS or not isinstance(first, Text):
        return ""
    found = _DECLARED.match(first.value)
    return found[1] if found else ""
