"""What slices may ask of the host during one event: the shared parse, their state, counters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, cast

import attrs
from attrs import frozen

from host import paths
from host.ledger import Row
from host.store import SliceStore

if TYPE_CHECKING:
    from collections.abc import Callable

    from host.call import ToolCall
    from host.clients import Client
    from host.hook import Store
    from host.shell.command import Reading
    from host.shell.syntax import Unreadable
    from host.state import State

T = TypeVar("T")
_Parsed = dict[tuple[str, str], "Reading | Unreadable | Exception"]


@attrs.define
class Desk:
    """One event's desk; `rows` collects the counters for the ledger.

    `later` collects what slices want to do once the answer was handed over.
    """

    client: Client
    state: State
    rows: list[Row] = attrs.field(factory=list)
    later: list[Callable[[], None]] = attrs.field(factory=list)
    made: dict[tuple[str, str], Any] = attrs.field(factory=dict, init=False)
    _parsed: _Parsed = attrs.field(factory=dict, init=False)

    def shell(self, call: ToolCall) -> Reading | Unreadable:
        """Return the call's command as bash would see it; a defect of the parser raises for all."""
        key = (call.command or "", call.cwd)
        if key not in self._parsed:
            self._parsed[key] = _parse(*key)
        found = self._parsed[key]
        if isinstance(found, Exception):
            raise found.with_traceback(None)
        return found

    def store(self, name: str) -> Store:
        """Return the own state of the slice `name`."""
        return SliceStore(self.state, name)


@frozen
class SliceHost:
    """The host as one slice sees it; see `host.hook.Host`."""

    desk: Desk
    name: str
    options: Any

    @property
    def store(self) -> Store:
        """The slice's own state."""
        return self.desk.store(self.name)

    def shell(self, call: ToolCall) -> Reading | Unreadable:
        """Return the call's command as bash would see it, parsed once for all slices."""
        return self.desk.shell(call)

    def count(self, name: str, detail: str = "") -> None:
        """Add one to a counter of the ledger, after the answer."""
        self.desk.rows.append(Row(self.name, "count", name, detail))

    def afterwards(self, step: Callable[[], None]) -> None:
        """Do `step` once the answer was handed over; it is not done where that never happens."""
        self.desk.later.append(step)

    def once(self, key: str, make: Callable[[], T]) -> T:
        """Return what `make` gave when this slice first asked for `key` during this event."""
        place = (self.name, key)
        if place not in self.desk.made:
            self.desk.made[place] = make()
        return cast("T", self.desk.made[place])

    def read_call(self, path: str, offset: int | None, limit: int | None) -> str:
        """Return the client's own spelling of a read of `limit` lines of `path` from `offset`."""
        return self.desk.client.read_call(path, offset, limit)

    def write_call(self, path: str) -> str:
        """Return the client's own spelling of a call that writes the whole of `path`."""
        return self.desk.client.write_call(path)

    def edit_call(self, path: str) -> str:
        """Return the client's own spelling of a call that changes a part of `path`."""
        return self.desk.client.edit_call(path)

    def rules_folder(self) -> str:
        """Return where the client keeps a project's path-scoped rules, from its root; or ""."""
        return self.desk.client.rules_folder()


def _parse(command: str, folder: str) -> Reading | Unreadable | Exception:
    from host.shell import read
    from host.shell.command import Setting

    known = {"HOME": paths.home(), "PWD": folder}
    variables = {name: value for name, value in known.items() if value}
    try:
        return read(command, Setting(folder=folder or None, variables=variables))
    except Exception as error:  # noqa: BLE001  kept, so that every slice that asks fails alike
        return error
