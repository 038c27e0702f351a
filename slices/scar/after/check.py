"""Parses a file by the checker that is declared for its ending; nothing of it is run."""

from __future__ import annotations

from attrs import frozen


@frozen
class Broken:
    """A file that does not parse: where, why, and whether it is known to have parsed before."""

    path: str
    line: int
    message: str
    was_sound: bool = True
