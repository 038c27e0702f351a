"""What is remembered about one call until it has run: its notes, and their files as they were."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import attrs
from attrs import frozen

from slices.recall import memory
from slices.recall.limits import RECORD_MAX_CHARACTERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from host.hook import Store
    from slices.recall.matching import Hit
    from slices.recall.memory import Who

Stamp = tuple[int, int, int]
"""Size, modification time in nanoseconds, inode."""


@frozen
class Named:
    """A note's file that the call named; `local` files have a stamp from before, None for none."""

    mark: str
    note: str
    file: str
    write: bool
    certain: bool
    cause: str
    local: bool
    stamp: Stamp | None = None


def stamp(path: str) -> Stamp | None:
    """Return what tells one state of a file from another, or None where it is not there."""
    try:
        found = os.stat(path)  # noqa: PTH116  a Path costs more than the call
    except (OSError, ValueError):
        return None
    return (found.st_size, found.st_mtime_ns, found.st_ino)


def keep(store: Store, one: Who, hits: Sequence[Hit]) -> None:
    """Remember the call's notes and the state of their files; raises `StateError`."""
    rows = [attrs.astuple(_named(hit)) for hit in hits]
    text = json.dumps(rows)
    while len(text) > RECORD_MAX_CHARACTERS:
        rows = rows[: len(rows) // 2]
        text = json.dumps(rows)
    store.put(_key(one), text)


def take(store: Store, one: Who) -> tuple[Named, ...]:
    """Return what was remembered about the call and forget it; raises `StateError`."""
    kept = store.get(_key(one))
    if kept is None:
        return ()
    store.delete(_key(one))
    return tuple(_read(row) for row in json.loads(kept))


def _named(hit: Hit) -> Named:
    return Named(
        memory.mark_of(hit.note),
        hit.note.id,
        hit.file,
        hit.write,
        hit.certain,
        hit.cause,
        hit.local,
        stamp(hit.file) if hit.local else None,
    )


def _read(row: list[object]) -> Named:
    *rest, then = row
    return Named(*rest, tuple(then) if isinstance(then, list) else None)  # type: ignore[call-arg,arg-type]


def _key(one: Who) -> str:
    return one.key("call", one.call, "")
