"""Which notes are due for an agent now, of those whose files a call touches."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import attrs
from attrs import frozen

from slices.recall import counts, memory, retire
from slices.recall.compose import choose

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from host.hook import Host, Store
    from slices.recall.compose import Answer
    from slices.recall.matching import Hit
    from slices.recall.memory import Slot, Who
    from slices.recall.note import Note


@frozen
class Due:
    """A note and the file by which it is due, at a read or at a write."""

    note: Note
    file: str
    write: bool


def answer(hits: Sequence[Hit], one: Who, host: Host) -> Answer:
    """Claim and return the notes to tell now; what an earlier answer told is counted as a repeat.

    They are confirmed once the answer was handed over. Raises `StateError`.
    """
    now = time.time()
    slots: list[Slot] = []

    def claim(due: Due) -> bool:
        slot = memory.take(host.store, one, memory.mark_of(due.note), write=due.write, now=now)
        if slot is None:
            host.count(counts.REPEAT, due.note.id)
        else:
            slots.append(slot)
        return slot is not None

    chosen = choose(_open(hits, one, host, now), claim)
    for left in chosen.left:
        host.count(counts.LEFT_OUT, left.note.id)
    host.afterwards(lambda: _confirm(host.store, slots))
    return chosen


def _open(hits: Iterable[Hit], one: Who, host: Host, now: float) -> tuple[Due, ...]:
    """Return the notes that are not retired for their file and not told already, each once."""
    found: dict[str, Due] = {}
    for hit in hits:
        due = Due(hit.note, hit.file, hit.write)
        mark = memory.mark_of(hit.note)
        if retire.is_retired(host.store, mark, hit.file):
            retire.renew(host.store, mark, hit.file, now)
            host.count(counts.RETIRED_BEFORE, hit.note.id)
        elif (kept := found.setdefault(mark, due)) is not due and due.write:
            found[mark] = attrs.evolve(kept, write=True)
    return tuple(due for due in found.values() if not _is_repeat(due, one, host))


def _is_repeat(due: Due, one: Who, host: Host) -> bool:
    if not memory.is_settled(host.store, one, memory.mark_of(due.note), write=due.write):
        return False
    host.count(counts.REPEAT, due.note.id)
    return True


def _confirm(store: Store, slots: Iterable[Slot]) -> None:
    for slot in slots:
        memory.confirm(store, slot)
