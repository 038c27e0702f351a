"""What a look at an install found: one thing, how bad it is, and how to mend it."""

from __future__ import annotations

from typing import Literal

import attrs
from attrs import frozen, validators

Level = Literal["fine", "notice", "wrong"]
"""`notice` is for a person to know, and nothing to mend."""


@frozen
class Finding:
    """One thing that was looked at; `mend` says what to do about it, "" where nothing is."""

    level: Level = attrs.field(validator=validators.in_(("fine", "notice", "wrong")))
    subject: str
    text: str
    mend: str = ""


def fine(subject: str, text: str) -> Finding:
    """Return that all is well."""
    return Finding("fine", subject, text)


def notice(subject: str, text: str, mend: str = "") -> Finding:
    """Return what a person should know."""
    return Finding("notice", subject, text, mend)


def wrong(subject: str, text: str, mend: str) -> Finding:
    """Return what has to be mended."""
    return Finding("wrong", subject, text, mend)
