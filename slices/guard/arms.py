"""The arms of the slice, each loaded when it has something to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from host.call import Deny, SessionEvent, ToolCall
    from host.hook import Host


def check(call: ToolCall, host: Host) -> Deny | None:
    """Judge a shell call; see `judge.check`."""
    from slices.guard.judge import check as judged

    return judged(call, host)


def note_read(call: ToolCall, host: Host) -> None:
    """Note a read for the valve; see `valve.note_read`."""
    from slices.guard.valve import note_read as noted

    noted(call, host)


def start_afresh(event: SessionEvent, host: Host) -> None:
    """Forget what the valve noted; see `valve.start_afresh`."""
    from slices.guard.valve import start_afresh as started

    started(event, host)
