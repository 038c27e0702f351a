"""The start of a session and the loss of its context: what is told again, and what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.call import Context
from slices.recall import late, lookup, memory, reasons, watching

if TYPE_CHECKING:
    from host.call import SessionEvent
    from host.hook import Host

AFRESH = frozenset({"compact", "clear"})


def start(event: SessionEvent, host: Host) -> Context | None:
    """Keep the watch, forget what the context lost, and name notes that cannot be read.

    Every note file is looked at, and where the links to anchored files lead now. Raises
    `StateError` where that cannot be kept.
    """
    if event.source in AFRESH:
        memory.forget(host.store, event)
    with lookup.open_at(event.cwd, host, thorough=True) as index:
        problems = index.problems()
    watching.refresh(event.cwd, host)
    late.keep_known(event.cwd, host)
    return Context(reasons.problems(problems)) if problems else None


def compact(event: SessionEvent, host: Host) -> None:
    """Forget what was told: a compaction removes it from the context; raises `StateError`."""
    memory.forget(host.store, event)
