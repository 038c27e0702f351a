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


def no_index(file: str, error: BaseException) -> Problem:
    """Say that the index cannot be kept, so that the notes are read afresh in each call."""
    why = getattr(error, "strerror", None) or str(error) or type(error).__name__
    expected = "an index file that can be written (until then each call reads the notes afresh)"
    return Problem(file, "", expected, why[:1].lower() + why[1:])


def behind(folder: str, count: int) -> Problem:
    """Say that notes are still to be read."""
    got = f"{count} that the next calls read (tidegate note check reads all)"
    return Problem(folder, "", "an index of every note", got)


def too_many(folder: str, most: int) -> Problem:
    """Say that one look-up found more than it may give."""
    return Problem(folder, "", f"at most {most} anchors for one look-up", "more")


def too_large(folder: str, most: int) -> Problem:
    """Say that a folder holds more notes than are read."""
    return Problem(folder, "", f"at most {most} notes", "more, and the rest is not read")


def outside(folder: str, root: str) -> Problem:
    """Say that a project's notes folder is a link to another place, so it is not read."""
    return Problem(folder, "", f"a folder inside {root}", "a link to another place")
