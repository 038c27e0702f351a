"""What can be wrong with a note, in words: what was expected and what was there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from host.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable

_SHOWN_MAX_CHARACTERS = 60  # a wrong value is there to be recognised, not to be read as a whole


@frozen
class Wrong:
    """A value that cannot be used; `line` counts from 1 in the note's file, 0 where there is none.

    `near` is the known name that a misspelled one resembles.
    """

    expected: str
    got: str
    line: int = 0
    near: str = ""

    def in_file(self, file: str) -> Problem:
        """Return it as the problem of a file."""
        at = f"line {self.line}" if self.line else ""
        return Problem(file, at, self.expected, self.got, self.near)


def shown(text: str) -> str:
    """Return somebody's text as an error message shows it: short, printable, quoted."""
    cut = text[:_SHOWN_MAX_CHARACTERS]
    plain = "".join(c if c.isprintable() else "?" for c in cut)
    return f'"{plain}{"…" if cut != text else ""}"'


def listed(problems: Iterable[Problem]) -> str:
    """Return the problems as lines of text."""
    return "\n".join(map(str, problems))
