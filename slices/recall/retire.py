"""When a delivered note counts as done for a file: an edit of the file that is proven."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from slices.recall.limits import RENEW_DAYS
from slices.recall.options import NEVER, PROVEN_WRITES
from slices.recall.touches import WRITING_TOOLS

if TYPE_CHECKING:
    from host.hook import Store
    from slices.recall.options import Options
    from slices.recall.records import Stamp

_DAY_SECONDS = 24 * 60 * 60


_MOVES = frozenset({"git", "rm", "unlink", "shred", "mv", "ln"})
"""What takes a file away or puts an older one back: it changes the file and edits nothing."""


def counts_as_edit(options: Options, cause: str) -> bool:
    """Tell whether the option lets a write of this cause retire a note."""
    if options.retire == NEVER or cause in _MOVES:
        return False
    return options.retire == PROVEN_WRITES or cause in WRITING_TOOLS


def proven(before: Stamp | None, after: Stamp | None) -> bool:
    """Tell whether a write that a call intends was seen to happen.

    The file is there after the call, and is not as it was just before. So a call that was denied,
    or failed before it wrote, retires nothing, and one that failed after it wrote does.
    """
    return after is not None and after != before


def is_retired(store: Store, mark: str, file: str) -> bool:
    """Tell whether the note is done for the file; raises `StateError`."""
    return store.get(_key(mark, file)) is not None


def retire(store: Store, mark: str, file: str, facts: dict[str, Any]) -> bool:
    """Remember that the note is done for the file, and tell whether that is new.

    `facts` say for a person what it was: the note's id, the cause, the session, the time `at`.
    """
    return store.claim(_key(mark, file), json.dumps({**facts, "file": file}, sort_keys=True))


def renew(store: Store, mark: str, file: str, now: float) -> None:
    """Keep a retirement afresh that is still met, since the store forgets the old."""
    key = _key(mark, file)
    kept = store.get(key)
    facts = _facts(kept)
    if kept and now - facts.get("at", 0.0) > RENEW_DAYS * _DAY_SECONDS:
        store.swap(key, kept, json.dumps({**facts, "at": now}, sort_keys=True))


def listed(store: Store) -> tuple[dict[str, Any], ...]:
    """Return the facts of every retirement, oldest first; raises `StateError`."""
    return tuple(_facts(value) for value in store.list("retired\n"))


def _key(mark: str, file: str) -> str:
    return f"retired\n{mark}\n{file}"


def _facts(value: str | None) -> dict[str, Any]:
    try:
        found = json.loads(value or "{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
