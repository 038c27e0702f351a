"""Glob patterns: which texts are one, and the small matcher that `${v%pattern}` needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_SPECIAL = "*?["


def is_pattern(texts: Iterable[str]) -> bool:
    """Whether the unquoted texts of a word make it a glob pattern."""
    opened = False
    for text in texts:
        if "*" in text or "?" in text:
            return True
        if opened and "]" in text:
            return True
        start = text.find("[")
        if start < 0:
            continue
        opened = True
        if "]" in text[start:]:
            return True
    return False


def escaped(text: str) -> str:
    """Give the pattern that matches exactly the text."""
    if not any(character in text for character in _SPECIAL):
        return text
    return "".join(f"[{c}]" if c in _SPECIAL else c for c in text)


def is_simple(pattern: str) -> bool:
    """Whether `matches` knows everything the pattern says: text, `*` and `?`."""
    return not any(character in pattern for character in "[]\\()'\"$`")


def is_text(pattern: str) -> bool:
    """Whether a simple pattern is nothing but text."""
    return "*" not in pattern and "?" not in pattern


def matches(pattern: str, text: str) -> bool:
    """Whether a simple pattern matches the whole text; linear but for the stars."""
    at = 0
    star = -1
    retry = 0
    position = 0
    while position < len(text):
        if at < len(pattern) and pattern[at] == "*":
            star, retry = at, position
            at += 1
        elif at < len(pattern) and pattern[at] in {"?", text[position]}:
            at += 1
            position += 1
        elif star >= 0:
            retry += 1
            at, position = star + 1, retry
        else:
            return False
    return pattern[at:].strip("*") == ""
