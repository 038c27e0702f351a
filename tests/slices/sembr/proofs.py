"""What has to hold of every text with breaks, judged by other means than the slice's own."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Any

import pyromark
from markdown_it import MarkdownIt

if TYPE_CHECKING:
    from collections.abc import Iterator

SOFT = "\ue000"
PROSE = {"paragraph_open", "inline", "paragraph_close"}
END = re.compile(r"\r?\n\Z")
PREFIX = re.compile(r"[>\s]*")


def problems(before: str, after: str) -> list[str]:
    """Return what a rewrite got wrong; [] where it is right."""
    found = [f"HTML of {name}" for name in READERS if html(name, before) != html(name, after)]
    if not before.isascii() or collapsed(before) == collapsed(after):
        return [*found, *lost(before, after)]
    return [*found, "HTML of pulldown-cmark", *lost(before, after)]


def collapsed(text: str) -> list[str]:
    """Return the HTML of the parser that the slice uses too, blanks and line ends alike."""
    return pyromark.html(text).split()


def html(name: str, text: str) -> str:
    """Return the HTML of another parser: a soft break is a space, or nothing in Chinese."""
    shown = re.sub(rf"[ \t]*{SOFT}[ \t]*", space, READERS[name]().render(text))
    return re.sub(r"[ \t]+", " ", shown)


def space(found: re.Match[str]) -> str:
    around = found.string[: found.start()][-1:] + found.string[found.end() :][:1]
    wide = [
        unicodedata.east_asian_width(c) in "WF" and "HANGUL" not in unicodedata.name(c, "")
        for c in around
    ]
    return "" if wide == [True, True] and found.group() == SOFT else " "


def soft(*_: Any) -> str:
    return SOFT


@cache
def strict() -> MarkdownIt:
    reader = MarkdownIt("commonmark")
    reader.add_render_rule("softbreak", soft)
    return reader


@cache
def with_tables() -> MarkdownIt:
    reader = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    reader.add_render_rule("softbreak", soft)
    return reader


READERS = {"markdown-it": strict, "markdown-it with tables": with_tables}


def lost(before: str, after: str) -> list[str]:
    """Return the lines that are not as they were, and not a paragraph's line in pieces."""
    rows = iter(after.splitlines(keepends=True))
    touchable = prose_lines(before)
    found: list[str] = []
    for number, line in enumerate(before.splitlines(keepends=True)):
        pieces = taken(line, rows)
        if pieces is None:
            return [*found, f"line {number}: {line!r}"]
        if pieces > 1 and number not in touchable:
            found.append(f"line {number} is no paragraph: {line!r}")
    return found + [f"more at the end: {row!r}" for row in rows]


def taken(line: str, rows: Iterator[str]) -> int | None:
    """Take the rows that make up a line, and return how many; None where they do not."""
    rest, count = line, 0
    own = END.search(line)
    while rest:
        row = next(rows, "")
        if count:
            row, rest = row[PREFIX.match(row).end() :], rest.lstrip(" \t")  # type: ignore[union-attr]
        count += 1
        if row == rest:
            return count
        end = END.search(row)
        if end is None or (own and end.group() != own.group()):
            return None
        piece = row[: end.start()]
        if not piece or not rest.startswith(piece):
            return None
        rest = rest[len(piece) :]
    return count


def prose_lines(text: str) -> set[int]:
    """Return the lines of paragraphs, as another parser reads them."""
    tokens = with_tables().parse(text)
    return {n for t in tokens if t.type == "paragraph_open" and t.map for n in range(*t.map)}
