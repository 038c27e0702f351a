"""Which paragraphs of an MDX file may be code: it reads as Markdown, and is a program as well."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_WORDS = ("import ", "export ")
_MARKS = "{}<"
_BRACES: Mapping[str, int] = {"{": 1, "}": -1}
_ANGLES: Mapping[str, int] = {"<": 1, ">": -1}


def code(source: str) -> Callable[[int, int], bool]:
    """Return what tells whether a paragraph may hold, or stand within, an expression or a tag.

    It goes by marks alone: a brace or an angle bracket that is still open before the paragraph
    counts as code that reaches into it, wherever it stands.
    """
    depths = [_depths(source, marks) for marks in (_BRACES, _ANGLES)]

    def is_code(start: int, end: int) -> bool:
        if source.startswith(_WORDS, start) or any(source.find(m, start, end) >= 0 for m in _MARKS):
            return True
        return any(depth[start] for depth in depths)

    return is_code


def _depths(source: str, marks: Mapping[str, int]) -> list[int]:
    """Return how many marks are open before each character."""
    return list(accumulate((marks.get(character, 0) for character in source), initial=0))
