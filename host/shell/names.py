"""Sets of names written as one text, for tables that people read."""

from __future__ import annotations


def names(text: str) -> frozenset[str]:
    """Give the set of the words of a text."""
    return frozenset(text.split())
