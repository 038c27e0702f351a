"""The line breaks that put each sentence of a text on a line of its own, proven to be no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slices.sembr import lines
from slices.sembr.dialects import DIALECTS, meaning
from slices.sembr.limits import TEXT_MAX_CHARACTERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from slices.sembr.lines import Break, Style

    Spans = Sequence[tuple[int, int]] | None


def breaks(text: str, style: Style, spans: Spans = None) -> tuple[Break, ...] | None:
    """Return the breaks that a text lacks inside `spans` (everywhere, where it is None).

    () where the text is fine, is past a bound or is none that tools show alike. None where with
    the breaks it would mean something else in a dialect, or would lack still more of them: then
    the text has to stay as it is.
    """
    if not _is_readable(text):
        return ()
    found = tuple(one for one in lines.wanted(text, style) if _is_within(one, spans))
    if not found:
        return ()
    broken = apply(text, found)
    moved = None if spans is None else [_moved(span, found) for span in spans]
    if any(_is_within(one, moved) for one in lines.wanted(broken, style)):
        return None
    return found if _means_the_same(text, broken) else None


def apply(text: str, found: Sequence[Break]) -> str:
    """Return the text with the breaks in it."""
    pieces, end = [], 0
    for one in found:
        pieces += [text[end : one.start], one.text]
        end = one.end
    return "".join([*pieces, text[end:]])


def _is_readable(text: str) -> bool:
    """Tell of a NUL or a lone carriage return, in which the tools that show a text differ."""
    if len(text) > TEXT_MAX_CHARACTERS or "\0" in text or "\r" in text.replace("\r\n", ""):
        return False
    try:
        text.encode()
    except UnicodeEncodeError:  # half a character, which JSON can spell
        return False
    return True


def _means_the_same(before: str, after: str) -> bool:
    return all(meaning(before, dialect) == meaning(after, dialect) for dialect in DIALECTS)


def _is_within(one: Break, spans: Spans) -> bool:
    return spans is None or any(start < one.start and one.end < end for start, end in spans)


def _moved(span: tuple[int, int], found: Sequence[Break]) -> tuple[int, int]:
    """Return where the span is once the breaks are in."""
    start, end = span
    return start + _growth(found, start), end + _growth(found, end)


def _growth(found: Sequence[Break], before: int) -> int:
    return sum(len(one.text) - (one.end - one.start) for one in found if one.end <= before)
