"""What a spare fork does before a call comes, so that the call need not wait for it.

No slice is asked anything: a stand-in of the host's own is, once.
"""

from __future__ import annotations

import gc
import importlib

import attrs
from attrs import frozen

from host import beforehand, clients, house
from host.call import Deny, Failure, ToolCall
from host.config import Config
from host.here import Here
from host.hook import Control, Crude, Hook, Host, Probe, Slice
from host.house import House, Places
from host.registry import Loaded
from host.state import State
from host.store import SliceStore

_COMMAND = "cd 'src' && cat notes.txt | head -n 20 > out.txt"
_NOWHERE = "no-state"
_REASON = "A text about as long as that of a deny usually is. " * 12


def make_ready(name: str, folder: str) -> None:
    """Do what a call of the client `name` from the folder would have to do first."""
    gc.disable()
    places, here = Places(), Here(folder, clients.load(name).options())
    beforehand.keep(places, here, house.furnish)
    _rehearse(name, folder, places, here)
    _open_state(places.state)


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
