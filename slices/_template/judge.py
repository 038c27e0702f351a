"""Decides whether a command is one that _template stops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.call import Deny
from host.shell.syntax import Unreadable
from slices._template import reasons

if TYPE_CHECKING:
    from host.call import ToolCall
    from host.hook import Host
    from host.shell.command import Command

WORDS = ("example", "run")


def check(call: ToolCall, host: Host) -> Deny | None:
    """Deny the call where one of its simple commands counts; what cannot be read runs."""
    if call.command is None:
        return None
    reading = host.shell(call)
    if isinstance(reading, Unreadable):
        return None
    if not any(counts(command) for command in reading.commands):
        return None
    return Deny(reasons.denied())


def counts(command: Command) -> bool:
    """Tell whether a simple command begins with the words; an uncertain word is none of them."""
    if command.function_call or command.host is not None:
        return False
    return (command.program, *(value.text for value in command.arguments[1:2])) == WORDS
