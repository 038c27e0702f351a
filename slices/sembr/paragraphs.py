"""The paragraphs of a text: their words as a reader sees them, with their places in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import attrs
from attrs import frozen

from slices.sembr import dialects

if TYPE_CHECKING:
    from collections.abc import Iterator

    from slices.sembr.dialects import Event, Name

_CONTAINERS = frozenset({"List", "Item", "BlockQuote"})
_AROUND = _CONTAINERS | {"FootnoteDefinition", "DefinitionListDefinition", "DefinitionList"}
_STYLES = frozenset({"Emphasis", "Strong", "Strikethrough"})
_BREAKS = frozenset({"SoftBreak", "HardBreak"})
_UNSEEN = frozenset({"FootnoteReference", "InlineHtml", "TaskListMarker"})
_OPENS = re.compile(r"<[A-Za-z]")
_ALONE = re.compile(
    r"<(area|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b|.*/>$", re.IGNORECASE
)
_THING = "Xx"
"""What code, a formula or an image is for the sentence rules: a word with a capital."""


@frozen
class Piece:
    """Some words of a paragraph; `open` is true where a line may end between them.

    Where it is, `words` is the source of the span, character by character. A piece without words
    is something that a reader does not see, or where something begins.
    """

    words: str
    start: int
    end: int
    open: bool = False


@frozen
class Paragraph:
    """A paragraph, or the text of a tight list item; its pieces in source order.

    `after` is where what is shown before it ends. What lies between is no text: markers, blanks
    and definitions.
    """

    pieces: tuple[Piece, ...]
    after: int


@attrs.define
class _Reader:
    source: str
    blocks: list[str] = attrs.field(factory=list)
    inline: list[str] = attrs.field(factory=list)
    elements: int = 0
    shown: int = 0
    after: int = 0
    pieces: list[Piece] = attrs.field(factory=list)

    def finish(self) -> Iterator[Paragraph]:
        """Give the paragraph that ends here, if one was begun."""
        if self.pieces:
            yield Paragraph(tuple(self.pieces), self.after)
        self.pieces, self.elements, self.after = [], 0, self.shown


def paragraphs(source: str, dialect: Name) -> Iterator[Paragraph]:
    """Yield the paragraphs of a text, those in lists and quotes too, and no other text."""
    reader = _Reader(source)
    for event in dialects.events(source, dialect):
        if event.what == "start":
            yield from _start(reader, event)
        elif event.what == "end":
            yield from _end(reader, event)
        else:
            reader.shown = max(reader.shown, event.end)
            if _in_prose(reader):
                _take(reader, event)


def _start(reader: _Reader, event: Event) -> Iterator[Paragraph]:
    if _is_block(event.name):
        yield from reader.finish()
        reader.blocks.append(event.name)
        return
    if _in_prose(reader) and not _in_image(reader):
        words = _THING if event.name == "Image" else ""
        reader.pieces.append(Piece(words, event.start, event.end if words else event.start))
    reader.inline.append(event.name)


def _end(reader: _Reader, event: Event) -> Iterator[Paragraph]:
    if _is_block(event.name):
        if reader.blocks.pop() not in _AROUND:
            reader.shown = max(reader.shown, event.end)
        yield from reader.finish()
    else:
        reader.inline.pop()


def _is_block(name: str) -> bool:
    return name not in _STYLES and name not in ("Link", "Image")


def _in_prose(reader: _Reader) -> bool:
    if not reader.blocks or reader.blocks[-1] not in ("Paragraph", "Item"):
        return False
    return all(name in _CONTAINERS or name == "Paragraph" for name in reader.blocks)


def _in_image(reader: _Reader) -> bool:
    return "Image" in reader.inline


def _take(reader: _Reader, event: Event) -> None:
    if _in_image(reader):
        return
    if event.what == "InlineHtml":
        reader.elements += _nesting(event.value)
    reader.pieces.append(Piece(_words(event), event.start, event.end, _is_open(reader, event)))


def _words(event: Event) -> str:
    if event.what == "Text":
        return str(event.value)
    if event.what in _BREAKS:
        return "\n"
    return "" if event.what in _UNSEEN else _THING


def _is_open(reader: _Reader, event: Event) -> bool:
    """Text counts outside links and inline HTML, where it is the source itself (no entity)."""
    if event.what != "Text" or reader.elements or not _STYLES.issuperset(reader.inline):
        return False
    return reader.source[event.start : event.end] == str(event.value)


def _nesting(tag: str) -> int:
    """Return by how much an inline tag changes how many elements are open."""
    if tag.startswith("</"):
        return -1
    return 1 if _OPENS.match(tag) and not _ALONE.match(tag) else 0
