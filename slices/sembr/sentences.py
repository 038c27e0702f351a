"""Where sentences begin in a line of words: UAX #29, without what its rules take for an end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from slices.sembr.abbreviations import NUMBERED, WITHIN
from slices.sembr.dialects import is_wide
from slices.sembr.limits import ABBREVIATION_MAX_CHARACTERS, AHEAD_MAX_CHARACTERS

if TYPE_CHECKING:
    from collections.abc import Iterator

_CLOSERS = "\"'\N{RIGHT DOUBLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}»)]"
_OPENERS = "\"'\N{LEFT DOUBLE QUOTATION MARK}\N{LEFT SINGLE QUOTATION MARK}«(["
_INNER_STOP = re.compile(r"\w\.\w")
_COUNTED = re.compile(r"(?:.*[:;,]\s)?[\W\d_]*", re.DOTALL)


def starts(line: str, *, unspaced: bool) -> Iterator[int]:
    """Yield the places in a line where a further sentence begins.

    Blanks stand before each, or, where `unspaced`, two wide characters meet there.
    """
    begun = 0
    for start in _bounds(line):
        if start and _parts(line, begun, start, unspaced=unspaced):
            yield start
            begun = start


def _bounds(line: str) -> Iterator[int]:
    """Yield where the sentences of UAX #29 begin that hold a letter or a digit.

    The library gives them as texts in order and leaves out those without either, so that each is
    the next occurrence of its text.
    """
    from unicode_segmentation_rs import unicode_sentences

    end = 0
    for sentence in unicode_sentences(line):
        start = line.index(sentence, end)
        yield start
        end = start + len(sentence)


def _parts(line: str, begun: int, start: int, *, unspaced: bool) -> bool:
    before, after = line[begun:start], line[start : start + AHEAD_MAX_CHARACTERS]
    ended = before.rstrip(" \t")
    if ended == before:
        return unspaced and _is_unspaced(before, after)
    if is_wide(ended[-1:] or " ") and is_wide(after[0]):  # browsers show no break here, but a space
        return False
    if _COUNTED.fullmatch(before) or _begins_low(after):
        return False
    return not _is_abbreviation(ended.rstrip(_CLOSERS), after)


def _is_unspaced(before: str, after: str) -> bool:
    """Tell of two wide characters, but not in an address: those may hold such text too."""
    return is_wide(before[-1]) and is_wide(after[0]) and "://" not in before.rsplit(maxsplit=1)[-1]


def _begins_low(after: str) -> bool:
    """Tell whether it goes on in lower case, as after a question that is quoted."""
    return next((c.islower() for c in after if c.isalnum()), False)


def _is_abbreviation(ended: str, after: str) -> bool:
    if not ended.endswith("."):
        return False
    tail = ended[-ABBREVIATION_MAX_CHARACTERS - 1 : -1].split()
    word = tail[-1].lstrip(_OPENERS) if tail else ""
    if (len(word) == 1 and word.isalpha()) or _INNER_STOP.search(word):
        return True
    low = word.lower()
    return low in WITHIN or (low in NUMBERED and after[:1].isdigit())
