"""What a spare fork does before a call comes, so that the call need not wait for it."""

# No slice is asked anything: a stand-in of the host's own is, once.

from __future__ import annotations

import contextlib
import gc
import importlib
import marshal
from typing import TYPE_CHECKING

import attrs
from attrs import frozen

from host import beforehand, clients, house, triggers
from host.call import Deny, Failure, ToolCall
from host.config import Config
from host.here import Here
from host.hook import Control, Crude, Hook, Host, Probe, Slice
from host.house import House, Places
from host.registry import Loaded
from host.state import State
from host.store import SliceStore
from host.warm.worker import become

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_COMMAND = "cd 'src' && cat notes.txt | head -n 20 > out.txt"
_NOWHERE = "no-state"
_REASON = "A text about as long as that of a deny usually is. " * 12


def make_ready(places: Iterable[bytes]) -> Callable[[], None]:
    """Do what a call from one of these places would have to do first, above all from the last one.

    What this returns does it again, as far as the processor forgets it.

    A place is what a fork told of its call: see `host.warm.worker`.
    """
    gc.disable()
    steps: list[Callable[[], None]] = []
    for place in places:
        # One that is gone, or that is no longer fit to be read, is met by the call that needs it.
        with contextlib.suppress(Exception):
            name, folder, asker = marshal.loads(place)  # noqa: S302  from a fork of this resident
            become(*asker)
            steps = _read_ahead(name, folder)
    _try(*steps)
    return lambda: _try(*steps[:1])


def _try(*steps: Callable[[], None]) -> None:
    for step in steps:
        with contextlib.suppress(Exception):
            step()


def _read_ahead(name: str, folder: str) -> list[Callable[[], None]]:
    """Read the configuration of a place, and return what is worth doing for the last one alone."""
    places, here = Places(), Here(folder, clients.load(name).options())
    if beforehand.find(places, here) is None:
        beforehand.keep(places, here, house.furnish)
    return [
        lambda: _rehearse(name, folder, places, here),
        lambda: _open_state(places.state),
    ]


def _open_state(folder: str) -> None:
    state = State(folder)
    if state.exists():
        SliceStore(state, "").get("")
        state.hand_on()


def _rehearse(name: str, folder: str, places: Places, here: Here) -> None:
    """Answer a made-up call, and keep nothing of it.

    The first run of the code in a fork makes it copy the memory that it writes to.
    """
    stage = attrs.evolve(places, shipped="", state=f"{places.state}/{_NOWHERE}")
    beforehand.keep(stage, here, lambda _, there: House((_STAND_IN,), Config(()), here=there))
    event = importlib.import_module(f"host.clients.{name}_doctor").shell_event(_COMMAND, folder)
    client = clients.load(name)
    glance = client.glance(event)
    if not isinstance(glance, str):
        triggers.wanted(glance, client.scope(event))
    house.answer(name, event, places=stage)


@frozen
class _Options:
    """The stand-in has none."""


def _deny(call: ToolCall, host: Host) -> Deny:
    host.shell(call)
    host.store.get(call.session)
    return Deny(_REASON)


def _not_met(_call: ToolCall, _failure: Failure, _host: Host) -> None:
    """Say nothing: the answer is not used."""


_HOOK = Hook(
    event="tool.call", phase="check", tools=frozenset({"shell"}), run=_deny, on_error=_not_met
)
_STAND_IN = Loaded(
    "host",
    Slice(
        hooks=(_HOOK,),
        crude=Crude(),
        controls=(Control("rehearsal", "none", "none", "never"),),
        probes=(Probe(command=_COMMAND, expect="deny"), Probe(command="", expect="run")),
        options=_Options,
    ),
    _Options(),
)
