"""Which paragraphs of an MDX file may be code: it reads as Markdown, and is a program as well."""

from __future__ import annotations

_CODE = ("import ", "export ")
_MARKS = "{}<"


def is_code(source: str, start: int, end: int) -> bool:
    """Tell whether a paragraph may hold, or stand within, an expression, a tag or a module's code.

    It goes by marks alone: a brace or a bracket that is still open before the paragraph counts as
    code that reaches into it, wherever it stands.
    """
    paragraph, before = source[start:end], source[:start]
    if paragraph.startswith(_CODE) or any(mark in paragraph for mark in _MARKS):
        return True
    return any(before.count(a) != before.count(b) for a, b in ("{}", "<>"))
