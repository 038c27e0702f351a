"""What is noted before a call: the moment, and which files do not parse already."""

from __future__ import annotations

import itertools
import json
import time
from typing import TYPE_CHECKING

import attrs
from attrs import frozen

from host.errors import StateError
from slices.scar import counts
from slices.scar.after import repository as repositories
from slices.scar.after.check import state_of
from slices.scar.after.named import named_in
from slices.scar.limits import (
    BYTES_PARSED_BEFORE_MAX,
    DIRTY_MAX,
    SNAPSHOT_MAX_SECONDS,
    SNAPSHOTS_PER_AGENT_MAX,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from host.call import SessionEvent, ToolCall
    from host.hook import Host, Store
    from slices.scar.after.repository import Repository

DENIED = "denied"
"""Under this key the first of our hooks tells the second, during one event, that it denied."""

_PREFIX = "call\n"
_NANOSECONDS = 1_000_000_000


@frozen
class Snapshot:
    """How things stood before a call.

    `at_ns` is the wall clock, `folder` the session's folder, `sound` says of each file that was
    looked at whether it parsed (a file that was not there did), None past the bound. `stamp` and
    `head` are those of the repository, "" without one.
    """

    at_ns: int
    folder: str
    sound: dict[str, bool | None] = attrs.field(factory=dict)
    stamp: str = ""
    head: str = ""


def take(call: ToolCall, host: Host) -> None:
    """Keep a snapshot for the call, unless another of our hooks denied it.

    Where the state cannot be used nothing is kept, which is told after the call.
    """
    if host.once(DENIED, lambda: False):
        return
    at_ns = time.time_ns()
    repository = repositories.find(call.cwd) if call.cwd else None
    looked_at = dict.fromkeys([*named_in(host.shell(call)), *_unsaved(repository)])
    found = Snapshot(
        at_ns,
        call.cwd,
        dict(_soundness(looked_at)),
        repository.stamp if repository else "",
        repositories.head_of(repository) if repository else "",
    )
    try:
        _forget(host.store, _surplus(host.store.list(_agent(call))))
        host.store.put(_key(call), json.dumps([_key(call), attrs.asdict(found)]))
    except StateError:
        host.count(counts.NO_SNAPSHOT)


def of_call(call: ToolCall, store: Store) -> Snapshot | None:
    """Return the snapshot that was kept for the call and forget it; raises `StateError`."""
    kept = store.get(_key(call)) if call.call_id else None
    if kept is None:
        return None
    store.delete(_key(call))
    return Snapshot(**json.loads(kept)[1])


def forget(event: SessionEvent, host: Host) -> None:
    """Forget the snapshots of calls that never came to an end, of any session."""
    del event
    try:
        _forget(host.store, _old(host.store.list(_PREFIX), time.time_ns()))
    except StateError:
        host.count(counts.NO_SNAPSHOT)


def _unsaved(repository: Repository | None) -> Iterator[str]:
    """Return the tracked files that are not as git has them; of the others it has the content."""
    if repository is None:
        return iter(())
    dirty = (e.path for e in repository.entries if not repositories.is_as_git_has_it(e, repository))
    return itertools.islice(dirty, DIRTY_MAX)


def _soundness(paths: Iterable[str]) -> Iterator[tuple[str, bool | None]]:
    """Yield of each file whether it parses, and None of those past the bound."""
    bytes_left = BYTES_PARSED_BEFORE_MAX
    for path in paths:
        if bytes_left <= 0:
            yield path, None
            continue
        state = state_of(path)
        bytes_left -= state.size if state else 0
        yield path, state is None or state.fault is None


def _surplus(kept: Sequence[str]) -> Iterator[str]:
    """Yield the oldest, so that there is room for one more."""
    yield from kept[: max(0, len(kept) - SNAPSHOTS_PER_AGENT_MAX + 1)]


def _old(kept: Iterable[str], now_ns: int) -> Iterator[str]:
    for text in kept:
        if now_ns - json.loads(text)[1]["at_ns"] > SNAPSHOT_MAX_SECONDS * _NANOSECONDS:
            yield text


def _forget(store: Store, kept: Iterable[str]) -> None:
    for text in kept:
        store.delete(json.loads(text)[0])


def _agent(call: ToolCall) -> str:
    return f"{_PREFIX}{_escaped(call.session)}\n{_escaped(call.agent)}\n"


def _key(call: ToolCall) -> str:
    return f"{_agent(call)}{_escaped(call.call_id)}\n"


def _escaped(text: str) -> str:
    """Return ASCII without a newline, which then separates; lone surrogates have an escape too."""
    return text.encode("unicode_escape").decode("ascii")
