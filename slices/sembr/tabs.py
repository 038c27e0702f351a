"""Places of a here-document's body in the command, where `<<-` drops tabs in between."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from slices.sembr.heredocs import Target
    from slices.sembr.lines import Break


def in_source(command: str, target: Target, found: Sequence[Break]) -> list[Break]:
    """Return the breaks of a body as breaks of the command; a new line has its line's tabs."""
    document = target.document
    rows = command[document.start : document.end].split("\n")
    tabs = [len(row) - len(row.lstrip("\t")) if target.tabs else 0 for row in rows]
    dropped = list(accumulate(tabs))
    return [_placed(one, document.body, document.start, tabs, dropped) for one in found]


def _placed(one: Break, body: str, at: int, tabs: list[int], dropped: list[int]) -> Break:
    row = body.count("\n", 0, one.start)
    moved = at + dropped[row]
    return attrs.evolve(
        one,
        start=one.start + moved,
        end=one.end + moved,
        text=one.text.replace("\n", "\n" + "\t" * tabs[row]),
    )
