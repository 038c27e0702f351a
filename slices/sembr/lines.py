"""The places in the lines of paragraphs where a line break is wanted and could do no harm."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING

from attrs import frozen

from slices.sembr import beginnings, paragraphs, sentences
from slices.sembr.dialects import DIALECTS
from slices.sembr.limits import LINE_MAX_CHARACTERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from slices.sembr.paragraphs import Paragraph, Piece

_MARKER = re.compile(r"[^>\s]")
_BRACKETS = {"[": 1, "{": 1, "]": -1, "}": -1}
_BLANKS = " \t"
_HIDDEN = -1  # a character that stands for other source, or where no line may end


@frozen
class Break:
    """Blanks (none, in Chinese) that a line break with its prefix takes the place of."""

    start: int
    end: int
    text: str


@frozen
class Style:
    """How a text is to be read.

    `code` gives, for a source, what tells whether its paragraph from one place to another is code.
    """

    unspaced: bool = True
    code: Callable[[str], Callable[[int, int], bool]] = lambda _source: lambda _start, _end: False


@frozen
class _Line:
    """One line of a paragraph: its words, and for each character its place in the source."""

    words: str
    places: list[int]
    start: int
    end: int


def wanted(text: str, style: Style) -> list[Break]:
    """Return the breaks that the sentences of a text ask for, in order."""
    plain, extended = (list(paragraphs.paragraphs(text, dialect)) for dialect in DIALECTS)
    if any(_is_read_differently(text, paragraph) for paragraph in extended):
        return []
    is_code = style.code(text)
    open_ = bytearray(len(text))
    for piece in (piece for paragraph in plain for piece in paragraph.pieces if piece.open):
        open_[piece.start : piece.end] = b"\1" * (piece.end - piece.start)
    return [
        one
        for paragraph in extended
        if not _is_kept(text, paragraph, is_code)
        for one in _of_paragraph(text, paragraph, style)
        if all(open_[one.start : one.end] or open_[one.start - 1 : one.start + 1])
    ]


def _is_read_differently(text: str, paragraph: Paragraph) -> bool:
    start, end = paragraph.pieces[0].start, paragraph.pieces[-1].end
    return beginnings.is_read_differently(text[paragraph.after : start], text[start:end])


def _is_kept(text: str, paragraph: Paragraph, is_code: Callable[[int, int], bool]) -> bool:
    start, end = paragraph.pieces[0].start, paragraph.pieces[-1].end
    return beginnings.is_special(text[start:end]) or is_code(start, end)


def _of_paragraph(text: str, paragraph: Paragraph, style: Style) -> Iterator[Break]:
    depth = 0
    for line in _lines(paragraph):
        depths = list(accumulate((_BRACKETS.get(c, 0) for c in line.words), initial=depth))
        if _is_prose(text[line.start : line.end]):
            for start in sentences.starts(line.words, unspaced=style.unspaced):
                if depths[start] <= 0 and (one := _break(text, line, start)):
                    yield one
        depth = max(depths[-1], 0)


def _is_prose(source: str) -> bool:
    return len(source) <= LINE_MAX_CHARACTERS and not beginnings.is_of_a_tool(source)


def _lines(paragraph: Paragraph) -> Iterator[_Line]:
    row: list[Piece] = []
    for piece in paragraph.pieces:
        if piece.words != "\n":
            row.append(piece)
        elif row:
            yield _line(row)
            row = []
    if row:
        yield _line(row)


def _line(row: list[Piece]) -> _Line:
    places: list[int] = []
    for piece in row:
        span = range(piece.start, piece.end)
        places += span if piece.open else [_HIDDEN] * len(piece.words)
    return _Line("".join(piece.words for piece in row), places, row[0].start, row[-1].end)


def _break(text: str, line: _Line, start: int) -> Break | None:
    blanks = _blanks_before(line.words, start)
    places = line.places[start - blanks : start] if blanks else line.places[start - 1 : start + 1]
    if _HIDDEN in places or places[-1] - places[0] != len(places) - 1:
        return None
    first, end = (places[0], places[-1] + 1) if blanks else (places[1], places[1])
    if text[first - 1] == "\\" or not beginnings.may_begin(text, end, line.end):
        return None
    return Break(first, end, _newline(text, end) + _prefix(text, line.start))


def _blanks_before(words: str, start: int) -> int:
    place = start
    while words[place - 1] in _BLANKS:
        place -= 1
    return start - place


def _newline(text: str, place: int) -> str:
    """Return the ending of the line that a place is in, or of the one before it."""
    end = text.find("\n", place)
    end = text.rfind("\n", 0, place) if end < 0 else end
    return "\r\n" if end > 0 and text[end - 1] == "\r" else "\n"


def _prefix(text: str, start: int) -> str:
    """Return what a further line needs before it: quote marks, and blanks for a list's marker."""
    before = text[text.rfind("\n", 0, start) + 1 : start]
    return _MARKER.sub(" ", before.removesuffix("\\"))
