"""A run of one shell call through the slices that are on, which changes no state."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from host import clients
from host.call import Decision, ToolCall
from host.cli import place
from host.desk import Desk
from host.house import House, Places, crude_holds, furnish
from host.phases import Round, decide
from host.state import State

if TYPE_CHECKING:
    from host.hook import FolderWatch

CLIENT = "claude-code"
"""Whose spelling of a read call the answers use."""


@attrs.define
class DryStore:
    """A slice's state for one run: empty at first, in memory, gone afterwards."""

    kept: dict[str, str] = attrs.field(factory=dict)

    def get(self, key: str) -> str | None:
        """Return the value kept under `key`, or None."""
        return self.kept.get(key)

    def put(self, key: str, value: str) -> None:
        """Keep `value` under `key` for this run."""
        self.kept[key] = value

    def list(self, prefix: str) -> tuple[str, ...]:
        """Return the values whose keys begin with `prefix`, oldest first."""
        return tuple(value for key, value in self.kept.items() if key.startswith(prefix))

    def claim(self, key: str, value: str) -> bool:
        """Keep `value` under `key` for this run where nothing is kept."""
        if key in self.kept:
            return False
        self.kept[key] = value
        return True

    def swap(self, key: str, old: str, new: str) -> bool:
        """Keep `new` where `old` is kept now, for this run."""
        if self.kept.get(key) != old:
            return False
        self.kept[key] = new
        return True

    def delete(self, prefix: str) -> None:
        """Forget every key that begins with `prefix`."""
        self.kept = {k: v for k, v in self.kept.items() if not k.startswith(prefix)}

    def watch(self, texts: tuple[str, ...]) -> None:
        """Watch for nothing: the run is over before the next call."""

    def watch_folder(self, watched: FolderWatch) -> None:
        """Watch for nothing, as above."""


@attrs.define
class DryDesk(Desk):
    """A desk whose stores are dry; its counters go nowhere."""

    _stores: dict[str, DryStore] = attrs.field(factory=dict, init=False)

    def store(self, name: str) -> DryStore:
        """Return the slice's state of this run."""
        return self._stores.setdefault(name, DryStore())


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
