"""What the way to the shell does to a command's text on Windows, where the shell is that of Git."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

_RUN = re.compile(r"\\++")
_QUOTE = '"'


@frozen
class Span:
    """A run of backslashes: its place in the text, and whether a double quote follows it."""

    start: int
    end: int
    before_quote: bool = False

    @property
    def sent(self) -> int:
        """How many backslashes the run has."""
        return self.end - self.start

    @property
    def arrive(self) -> int:
        """How many of them arrive: half, rounded up; all where a double quote follows."""
        return self.sent if self.before_quote else (self.sent + 1) // 2


def runs(text: str) -> Iterator[Span]:
    """Yield each run of backslashes, in order."""
    for match in _RUN.finditer(text):
        start, end = match.span()
        yield Span(start, end, text[end : end + 1] == _QUOTE)


def changed(text: str) -> tuple[Span, ...]:
    """Return the runs of backslashes that arrive shorter than they were sent, in order.

    A run of n arrives as n/2 rounded up; a run directly before a double quote arrives intact.
    """
    return tuple(run for run in runs(text) if run.arrive < run.sent)


def arrived(text: str) -> str:
    """Return the text as the shell gets it."""
    pieces: list[str] = []
    at = 0
    for run in changed(text):
        pieces.append(text[at : run.start + run.arrive])
        at = run.end
    return "".join((*pieces, text[at:]))
