"""Why a command runs, as a value; the other outcome is what it prints."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

Why = Literal[
    "another form",
    "compound",
    "device",
    "empty",
    "generated",
    "missing",
    "no print",
    "not a file",
    "other work",
    "pipe",
    "redirect",
    "substitution",
    "too many",
    "unknown folder",
    "unknown value",
    "unreadable",
    "unreadable file",
]


@frozen
class Runs:
    """The command is not denied, and the one rule that says so first."""

    why: Why
