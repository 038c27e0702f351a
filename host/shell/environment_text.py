"""The text of `env -S`: which words it is split into."""

from __future__ import annotations

import re

_WORD = re.compile(r"(?:[^\s'\"\\$]++|'[^'\\]*+'|\"[^\"\\$]*+\")++")
_QUOTES = re.compile(r"'([^']*)'|\"([^\"]*)\"")


def split_words(text: str) -> list[str] | None:
    """Give the words; None where a backslash or a variable makes them uncertain.

    The rules are those of GNU `env`: quotes as the shell has them, and `#` begins a comment where
    a word could begin.
    """
    words: list[str] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        match = None if text[at] == "#" else _WORD.match(text, at)
        if match is None:
            return words if text[at] == "#" else None
        words.append(_QUOTES.sub(lambda quoted: quoted[1] or quoted[2] or "", match.group()))
        at = match.end()
        if at < len(text) and not text[at].isspace():
            return None
    return words
