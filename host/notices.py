"""What a person is told once per session: faults of configuration, slices and state."""

from __future__ import annotations

from typing import TYPE_CHECKING

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


def of_config(config: Config, *, kept: bool) -> tuple[str, ...]:
    """Return the notice of the configuration's problems, none where there are none."""
    if not config.problems:
        return ()
    return (reasons.config_problems(tuple(map(str, config.problems)), kept=kept),)


def of_broken(broken: Iterable[Broken], guarded: Iterable[str]) -> tuple[str, ...]:
    """Return a notice for each slice that is on and did not load; `guarded` have a crude test."""
    names = set(guarded)
    return tuple(
        reasons.not_loaded(b.name, b.failure.detail, guarded=b.name in names) for b in broken
    )


def of_failures(decision: Decision, loaded: Iterable[str]) -> tuple[str, ...]:
    """Return a notice for each kind in which a loaded slice broke."""
    kinds = {(f.slice, f.kind): f for f in reversed(decision.failures) if f.slice in set(loaded)}
    return tuple(reasons.broke(f.slice, f.kind, f.detail) for f in kinds.values())


def due(state: State, occasion: Occasion, texts: Iterable[str]) -> tuple[str, ...]:
    """Return those that this session has not been told, and remember them.

    The start of a session also gets what came up after an answer. A state that cannot remember is
    a notice itself, and then everything is told at the start of a session and nowhere else, since
    it would be told at every call.
    """
    starts = occasion.event == "session.start"
    store = SliceStore(state, HOST)
    told = tuple(texts)
    try:
        told += _kept_for_later(state, store) if starts else ()
        return tuple(text for text in told if _is_new(store, _session(occasion), text))
    except StateError as error:
        return (*told, reasons.state_broken(str(error))) if starts else ()


def keep_for_later(state: State, texts: Iterable[str]) -> None:
    """Keep what came up after the answer for the next session that starts; may raise."""
    for text in texts:
        SliceStore(state, HOST).put(f"{_LATER}{text}", text)


def _kept_for_later(state: State, store: SliceStore) -> tuple[str, ...]:
    if not state.exists():
        return ()
    texts = tuple(store.list(_LATER))
    if texts:
        store.delete(_LATER)
    return texts


def _is_new(store: SliceStore, session: str, text: str) -> bool:
    key = f"told/{session}/{text}"
    if store.get(key) is not None:
        return False
    store.put(key, "")
    return True


def _session(occasion: Occasion) -> str:
    if isinstance(occasion, ToolResult):
        return occasion.call.session
    return occasion.session
