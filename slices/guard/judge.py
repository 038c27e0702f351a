"""Decides one shell call: what it only prints, or why it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.call import Deny
from host.shell.syntax import Unreadable
from slices.guard import reasons, valve
from slices.guard.calls import read_calls
from slices.guard.limits import COMMAND_MAX_CHARACTERS
from slices.guard.parts import parts
from slices.guard.verdict import Runs

if TYPE_CHECKING:
    from host.call import ToolCall
    from host.hook import Host
    from host.shell.command import Reading
    from slices.guard.calls import ReadCall


def check(call: ToolCall, host: Host) -> Deny | None:
    """Deny a command that does nothing but print files, unless the valve is open for them."""
    if call.command is None or call.agent_type in host.options.agents_without_read:
        return None
    if len(call.command) > COMMAND_MAX_CHARACTERS:
        return None
    printed = judge(host.shell(call))
    if isinstance(printed, Runs):
        return None
    if valve.lets_through(call, printed, host):
        return None
    return Deny(reasons.denied(printed, host.read_call))


def judge(reading: Reading | Unreadable) -> tuple[ReadCall, ...] | Runs:
    """Return the read calls that do the command's work, or the first rule by which it runs."""
    if isinstance(reading, Unreadable):
        return Runs("unreadable")
    found = parts(reading)
    return found if isinstance(found, Runs) else read_calls(found)
