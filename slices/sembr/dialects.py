"""Markdown as events with their places in the source, in the dialects it may be read in."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any, Literal

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyromark import Options

    Name = Literal["commonmark", "extended"]

DIALECTS: tuple[Name, ...] = ("commonmark", "extended")
"""The specification alone, and with tables, footnotes, math, front matter and the like on top.

No text says which one its reader has, so that a change has to hold in both.
"""

_EXTENSIONS = (
    "TABLES",
    "FOOTNOTES",
    "STRIKETHROUGH",
    "TASKLISTS",
    "MATH",
    "GFM",
    "DEFINITION_LIST",
    "WIKILINKS",
    "YAML_STYLE_METADATA_BLOCKS",
    "PLUSES_DELIMITED_METADATA_BLOCKS",
)
_BREAK = re.compile(r"[ \t]*\n[ \t]*")
_BLANKS = re.compile(r"[ \t]+")
_WIDE = frozenset("WF")


@frozen
class Event:
    """One event of the parse: `what` it is, `value` what it holds, its span in characters.

    `what` is `start`, `end` or the kind of a leaf (`Text`, `Code`, `SoftBreak`); `name` is the tag
    of a start or an end.
    """

    what: str
    name: str
    value: Any
    start: int
    end: int


def events(text: str, dialect: Name) -> Iterator[Event]:
    """Yield what a dialect reads in a text; raises `UnicodeEncodeError` for lone surrogates."""
    import pyromark

    place = _places(text)
    for raw, span in pyromark.events_with_range(text, options=_options(dialect)):
        what, name, value = _parts(raw)
        yield Event(what, name, value, place[span["start"]], place[span["end"]])


def meaning(text: str, dialect: Name) -> list[object]:
    """Return what the HTML of a text is made from, soft breaks and runs of blanks aside.

    A soft break is a space, as browsers show it; between two wide characters it is nothing (CSS
    Text, segment break transformation).
    """
    found: list[object] = []
    words: list[str] = []
    for event in events(text, dialect):
        if event.what in ("Text", "SoftBreak"):
            words.append(event.value if event.what == "Text" else "\n")
            continue
        if words:
            found.append(_flat("".join(words)))
            words = []
        found.append((event.what, event.value))
    return [*found, _flat("".join(words))]


def is_wide(character: str) -> bool:
    """Tell whether a character is wide (UAX #11), as those of Chinese and Japanese are.

    Korean ones are too, but Korean puts spaces between words, and its line breaks stay seen.
    """
    if unicodedata.east_asian_width(character) not in _WIDE:
        return False
    return not unicodedata.name(character, "").startswith("HANGUL")


def _flat(words: str) -> str:
    return _BLANKS.sub(" ", _BREAK.sub(_shown, words))


def _shown(found: re.Match[str]) -> str:
    words, start, end = found.string, found.start(), found.end()
    if found.group() != "\n" or start == 0 or end == len(words):
        return " "
    return "" if is_wide(words[start - 1]) and is_wide(words[end]) else " "


def _options(dialect: Name) -> Options:
    import pyromark

    chosen = pyromark.Options(0)
    for name in _EXTENSIONS if dialect == "extended" else ():
        chosen |= getattr(pyromark.Options, f"ENABLE_{name}")
    return chosen


def _parts(raw: Any) -> tuple[str, str, Any]:
    if isinstance(raw, str):
        return raw, "", None
    ((what, value),) = raw.items()
    if what not in ("Start", "End"):
        return what, "", value
    name = value if isinstance(value, str) else next(iter(value))
    return what.lower(), name, value


def _places(text: str) -> range | list[int]:
    """Return the character at each byte of the text's UTF-8."""
    if text.isascii():
        return range(len(text) + 1)
    places: list[int] = []
    for position, character in enumerate(text):
        places += [position] * len(character.encode())
    return [*places, len(text)]
