"""What a person is told once per session: faults of configuration, slices and state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from host import reasons
from host.call import ToolResult
from host.errors import StateError
from host.store import SliceStore

if TYPE_CHECKING:
    from collections.abc import Iterable

    from host.call import Decision, Occasion
    from host.config import Config
    from host.registry import Broken
    from host.state import State

HOST = "host"
"""The name under which the host keeps its own rows; no slice has it."""
_LATER = "later/"


@frozen
class Notice:
    """A text for the person; of several with one key, a session is told the first."""

    key: str
    text: str


def of_config(config: Config, *, kept: bool) -> tuple[Notice, ...]:
    """Return the notices of what is wrong in the configuration, and of what is refused."""
    texts = []
    if config.problems:
        texts.append(reasons.config_problems(tuple(map(str, config.problems)), kept=kept))
    if config.refused:
        refused = tuple(map(str, config.refused))
        texts.append(reasons.project_refused(refused, config.project_folder))
    return tuple(Notice(text, text) for text in texts)


def of_broken(broken: Iterable[Broken], guarded: Iterable[str]) -> tuple[Notice, ...]:
    """Return a notice for each slice that is on and did not load; `guarded` have a crude test."""
    names = set(guarded)
    return tuple(
        Notice(
            f"not-loaded/{member.name}",
            reasons.not_loaded(member.name, member.failure.detail, guarded=member.name in names),
        )
        for member in broken
    )


def of_failures(decision: Decision, loaded: Iterable[str]) -> tuple[Notice, ...]:
    """Return a notice for each kind in which a loaded slice broke."""
    names = set(loaded)
    first = {(f.slice, f.kind): f for f in reversed(decision.failures) if f.slice in names}
    return tuple(
        Notice(f"broke/{f.slice}/{f.kind}", reasons.broke(f.slice, f.kind, f.detail))
        for f in first.values()
    )


def of_state(state: State) -> tuple[Notice, ...]:
    """Return what came up with the state file until now."""
    return tuple(Notice(text, text) for text in state.notices)


def due(state: State, occasion: Occasion, notices: Iterable[Notice]) -> tuple[str, ...]:
    """Return the texts that this session has not been told, and remember them.

    The start of a session tries whether the state can be written, and also gets what came up after
    an earlier answer. A state that cannot remember is a notice itself, and then everything is told
    at the start of a session and nowhere else, since it would be told at every call.
    """
    starts = occasion.event == "session.start"
    store = SliceStore(state, HOST)
    told = tuple(notices)
    try:
        told += _kept_for_later(store) if starts else ()
        return tuple(one.text for one in told if _is_new(store, _session(occasion), one.key))
    except StateError as error:
        texts = (*(one.text for one in told), reasons.state_broken(str(error)))
        return texts if starts else ()


def keep_for_later(state: State, texts: Iterable[str]) -> None:
    """Keep what came up after the answer for the next start of a session; raises `StateError`."""
    for text in texts:
        SliceStore(state, HOST).put(f"{_LATER}{text}", text)


def _kept_for_later(store: SliceStore) -> tuple[Notice, ...]:
    texts = store.list(_LATER)
    store.delete(_LATER)
    store.put("writable", "")
    return tuple(Notice(text, text) for text in texts)


def _is_new(store: SliceStore, session: str, key: str) -> bool:
    place = f"told/{session}/{key}"
    if store.get(place) is not None:
        return False
    store.put(place, "")
    return True


def _session(occasion: Occasion) -> str:
    return occasion.call.session if isinstance(occasion, ToolResult) else occasion.session
