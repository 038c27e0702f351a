"""Which part of a text for git is prose: not the subject, and not the trailers."""

from __future__ import annotations

import re

_PARAGRAPH_END = re.compile(r"\n[ \t\r]*\n")
_TRAILER = re.compile(r"^[A-Za-z0-9-]+[ \t]*:|^\(cherry picked from ", re.MULTILINE)


def prose(message: str) -> list[tuple[int, int]]:
    """Return the spans of a commit's or a tag's message that may get line breaks.

    The subject is the first paragraph, as git reads it. The last paragraph is left alone where a
    line of it looks like a trailer (`Signed-off-by: …`).
    """
    start = len(message) - len(message.lstrip())
    ends = [found.end() for found in _PARAGRAPH_END.finditer(message.rstrip(), start)]
    if not ends:
        return []
    last = ends[-1]
    end = last if _TRAILER.search(message[last:]) else len(message)
    return [(ends[0], end)] if ends[0] < end else []
