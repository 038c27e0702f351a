"""What the way to the shell does to a command's text on Windows, where the shell is that of Git."""

from __future__ import annotations

import re

from attrs import frozen

_RUN = re.compile(r'(?<!\\)\\{2,}+(?!")')


@frozen
class Span:
    """A run of backslashes: its place in the text, and how many of them arrive."""

    start: int
    end: int
    arrive: int


def changed(text: str) -> tuple[Span, ...]:
    """Return the runs of backslashes that arrive shorter than they were sent, in order.

    A run of n arrives as n/2 rounded up; a run directly before a double quote arrives intact.
    """
    runs = (match.span() for match in _RUN.finditer(text))
    return tuple(Span(start, end, (end - start + 1) // 2) for start, end in runs)
