"""Asks the slices about recorded events again, each session with a state of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
from attrs import frozen

from host import clients, ledger, paths, remembered
from host.dry import DryDesk, DryStore
from host.errors import BadEvent
from host.here import Here
from host.house import House, Places, crude_holds, furnish
from host.phases import Round, decide
from host.state import State

if TYPE_CHECKING:
    from datetime import datetime

    from host.clients import Client
    from host.clients.recorded import Recorded
    from host.ledger import Row

CALL = "tool.call"


@frozen
class Visit:
    """What the slices said and counted at one recorded event; `is_call` is a call before it ran."""

    session: str
    model: str
    when: datetime
    is_call: bool
    rows: tuple[Row, ...]


@attrs.define
class Replay:
    """The sessions of one client, one after the other; the person's own state stays as it is.

    Configuration, notes and files are those of now. `unreadable` counts the events that the
    client's module does not take.
    """

    client: str
    unreadable: int = 0
    _houses: dict[str, House] = attrs.field(factory=dict, init=False)
    _stores: dict[str, DryStore] = attrs.field(factory=dict, init=False)
    _session: str = attrs.field(default="", init=False)
    _model: str = attrs.field(default="", init=False)

    def visit(self, one: Recorded) -> Visit | None:
        """Return what the slices say to the event, None where no slice can hook it.

        A result has the model of the call before it. Raises `ConfigError` where no configuration
        can be used.
        """
        self._enter(one)
        adapter = clients.load(self.client)
        try:
            occasion = adapter.read(one.event)
        except BadEvent:
            self.unreadable += 1
            return None
        if occasion is None:
            return None
        desk = DryDesk(adapter, State(""), stores=self._stores)
        house = self._house(adapter, one.event)
        decision = decide(Round(house.members, desk, {}, _unwatched, crude_holds), occasion)
        for step in desk.later:
            step()
        rows = (*ledger.rows_of(decision), *desk.rows)
        return Visit(one.session, self._model, one.when, occasion.event == CALL, rows)

    def _enter(self, one: Recorded) -> None:
        if one.session != self._session:
            self._session, self._model, self._stores = one.session, "", {}
        self._model = one.model or self._model

    def _house(self, adapter: Client, event: dict[str, Any]) -> House:
        folder = adapter.scope(event)[0]
        if folder not in self._houses:
            given = remembered.options(paths.state_folder(), self.client)
            self._houses[folder] = furnish(Places(), Here(folder, given))
        return self._houses[folder]


def _unwatched(_name: str, _what: str) -> None:
    """Tell nobody which slice is asked: no other process waits."""
