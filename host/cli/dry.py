"""A run of one shell call through the slices that are on, which changes no state."""

from __future__ import annotations

from host import clients
from host.call import Decision, ToolCall
from host.cli import place
from host.dry import DryDesk
from host.house import House, Places, crude_holds, furnish
from host.phases import Round, decide
from host.state import State

CLIENT = clients.DEFAULT
"""Whose spelling of a read call the answers use."""


def house(folder: str | None = None) -> House:
    """Return the house as it is configured in a folder, by default this; raises `ConfigError`."""
    return furnish(Places(), place.here(CLIENT, folder))


def shell_call(command: str, folder: str) -> ToolCall:
    """Return the call of a shell command in a folder, "" for an unknown one."""
    return ToolCall(client=CLIENT, tool="shell", session="", cwd=folder, command=command)


def run(furnished: House, call: ToolCall) -> tuple[Decision, DryDesk]:
    """Return what the slices say about the call, and the desk they said it at."""
    desk = DryDesk(clients.load(CLIENT), State(""))
    round_ = Round(furnished.members, desk, {}, lambda _name, _what: None, crude_holds)
    return decide(round_, call), desk
