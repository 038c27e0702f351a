"""The arms of the slice, each loaded when it has something to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from host.call import Ask, Context, SessionEvent, ToolCall, ToolResult
    from host.hook import Host


def ask(call: ToolCall, host: Host) -> Ask | None:
    """Ask the person about a write; see `escalate.check`."""
    from slices.recall.escalate import check

    return check(call, host)


def deliver(call: ToolCall, host: Host) -> Context | None:
    """Deliver the notes of a call; see `delivery.check`."""
    from slices.recall.delivery import check

    return check(call, host)


def after(result: ToolResult, host: Host) -> Context | None:
    """Deliver late what a call touched; see `late.after`."""
    from slices.recall.late import after as delivered

    return delivered(result, host)


def start(event: SessionEvent, host: Host) -> Context | None:
    """See to the notes as a session starts; see `sessions.start`."""
    from slices.recall.sessions import start as started

    return started(event, host)


def compact(event: SessionEvent, host: Host) -> None:
    """See to what a session was told as it is compacted; see `sessions.compact`."""
    from slices.recall.sessions import compact as compacted

    compacted(event, host)
