"""Pieces of somebody's command as a reason shows them: bounded, printable, on one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slices.scar.limits import AROUND_MAX_CHARACTERS, DETAIL_MAX_CHARACTERS
from slices.scar.transport import arrived

if TYPE_CHECKING:
    from collections.abc import Sequence

    from slices.scar.transport import Span

_BACKSLASH = "\\"


def excerpts(command: str, runs: Sequence[Span]) -> list[str]:
    """Return pieces of the command's lines with these runs, as they are sent and as they arrive."""
    found: list[str] = []
    end = 0
    for run in runs:
        if run.start < end:
            continue
        piece, end = _piece(command, run)
        found.append(f"{plain(piece)}  arrives as  {plain(arrived(piece))}")
    return found


def _piece(command: str, run: Span) -> tuple[str, int]:
    """Return the run with what stands around it on its line, and where that ends.

    No run is cut, except for one that is too long to show: that is the end of the piece then.
    """
    before = command[max(0, run.start - AROUND_MAX_CHARACTERS) : run.start].rpartition("\n")[2]
    end = min(run.end, run.start + 2 * AROUND_MAX_CHARACTERS)
    behind = command[end : end + AROUND_MAX_CHARACTERS].partition("\n")[0].rstrip("\\")
    if end < run.end or command[end : end + 1] == "\\":
        behind = ""
    return f"{before.lstrip(_BACKSLASH)}{command[run.start : end]}{behind}", end + len(behind)


def plain(text: str) -> str:
    """Return the text without what cannot be printed."""
    return "".join(c if c.isprintable() else "?" for c in text)


def shown(text: str) -> str:
    """Return a text on one line, cut at `DETAIL_MAX_CHARACTERS`."""
    cut = plain(text[:DETAIL_MAX_CHARACTERS])
    return cut if len(text) <= DETAIL_MAX_CHARACTERS else f"{cut}…"
