"""The arms of the slice, each loaded when it has something to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host import watches
from host.idle import is_idle
from host.paths import state_folder
from slices.scar.own.places import NAME, declared
from slices.scar.spelling import may_concern, plain

if TYPE_CHECKING:
    from host.call import Answer, Context, SessionEvent, ToolCall, ToolResult
    from host.hook import Host


def check(call: ToolCall, host: Host) -> Answer | None:
    """Ask the scars about a call; see `judge.check`.

    Where another slice wants a call, this one is asked too: it looks for its triggers itself.
    """
    if not may_concern(call.command):
        return None
    from slices.scar.judge import check as judged

    return judged(call, host)


def note(call: ToolCall, host: Host) -> None:
    """Keep a snapshot before a call that may change files; see `after.snapshot.take`."""
    if is_idle(call.command) or not call.call_id:
        return
    from slices.scar.after.snapshot import take

    take(call, host)


def look(result: ToolResult, host: Host) -> Context | None:
    """Look at the files that a call may have changed; see `after.look.look`."""
    if is_idle(result.call.command):
        return None
    from slices.scar.after.look import look as looked

    return looked(result, host)


def check_own(call: ToolCall, host: Host) -> Answer | None:
    """Ask people's own scars about a call where there are any; see `own.check.check`."""
    if not _is_watched_for(call):
        return None
    from slices.scar.own.check import check as checked

    return checked(call, host)


def look_own(result: ToolResult, host: Host) -> Context | None:
    """Ask people's own scars after a call where there are any; see `own.check.after`."""
    if not _is_watched_for(result.call):
        return None
    from slices.scar.own.check import after

    return after(result, host)


def tell_own(event: SessionEvent, host: Host) -> Context | None:
    """Say at the start of a session which of them cannot be asked; see `own.check.start`."""
    if not any(True for _ in watches.in_reach(declared(), event.cwd)):
        return None
    from slices.scar.own.check import start

    return start(event, host)


def forget(event: SessionEvent, host: Host) -> None:
    """Forget what calls left behind that never ended; see `after.snapshot.forget`."""
    from slices.scar.after.snapshot import forget as forgotten

    forgotten(event, host)


def _is_watched_for(call: ToolCall) -> bool:
    command = call.command or ""
    look = watches.Event(
        (command, plain(command)),
        hidden=any(character in command for character in watches.HIDING),
        folder=call.cwd,
        seconds=None,
    )
    return watches.wants(state_folder(), NAME, declared(), look)
