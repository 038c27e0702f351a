"""What sembr counts: a text that had to stay as it is, since the breaks were not proven."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from host.hook import Host
    from slices.sembr.lines import Break

UNPROVEN = "unproven"


def proven(found: tuple[Break, ...] | None, host: Host) -> tuple[Break, ...]:
    """Return the breaks, and count where there is no proof that they change nothing."""
    if found is None:
        host.count(UNPROVEN)
        return ()
    return found
