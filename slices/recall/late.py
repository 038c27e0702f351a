"""After a call: what it did to anchored files, which notes come late, and which are done."""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING

from attrs import frozen

from host.call import Context
from host.limits import LOOK_BACK_SECONDS, UNKNOWN_CALL_SECONDS
from slices.recall import (
    compose,
    counts,
    due,
    folders,
    lookup,
    matching,
    memory,
    records,
    retire,
    watching,
)
from slices.recall.limits import RECORD_MAX_CHARACTERS
from slices.recall.touches import Touch

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from host.call import ToolResult
    from host.hook import Host
    from slices.recall.index import Index
    from slices.recall.matching import Hit
    from slices.recall.memory import Who
    from slices.recall.records import Named

RULES_PREFIX = "rules/"
"""Ids of path-scoped rules: they are standing orders, and never done."""


@frozen
class Seen:
    """The anchored files that were changed, and those that were only read, since a call began."""

    changed: tuple[str, ...] = ()
    read: tuple[str, ...] = ()


def after(result: ToolResult, host: Host) -> Context | None:
    """Retire what was edited, and tell the notes of files that the call changed unannounced.

    A call that failed may have changed files all the same. Raises `StateError`.
    """
    one = memory.who(result.call)
    named = records.take(host.store, one)
    _retire(named, one, result, host)
    watching.refresh(result.call.cwd, host)
    with lookup.open_at(result.call.cwd, host) as index:
        began = _began(result)
        known = _known(result.call.cwd, began, host)
        seen = look(watching.looked_at(index), began - LOOK_BACK_SECONDS, known)
        _keep_known(result.call.cwd, index, host)
        hits = _unannounced(index, seen, named, host)
    return _tell(hits, named, one, host)


def look(files: Iterable[str], since: float, known: dict[str, records.Stamp]) -> Seen:
    """Return which files were changed or read since a moment, in seconds of the epoch.

    A file whose size, time and inode are those that were known before has not changed, whatever
    else about it did. `known` is {} where nothing was looked at before.
    """
    changed, read = [], []
    for file in files:
        try:
            at = os.stat(file)  # noqa: PTH116  a Path costs more than the call
        except (OSError, ValueError):
            continue
        stamp = (at.st_size, at.st_mtime_ns, at.st_ino)
        if max(at.st_mtime, at.st_ctime) >= since and known.get(file) != stamp:
            changed.append(file)
        elif at.st_atime >= since:
            read.append(file)
    return Seen(tuple(changed), tuple(read))


def keep_known(cwd: str, host: Host) -> None:
    """Remember the state of the anchored files in reach of a session; raises `StateError`."""
    with lookup.open_at(cwd, host) as index:
        _keep_known(cwd, index, host)


def _retire(named: Iterable[Named], one: Who, result: ToolResult, host: Host) -> None:
    for row in named:
        if not row.write or row.note.startswith(RULES_PREFIX):
            continue
        if not retire.counts_as_edit(host.options, row.cause):
            continue
        if not _happened(row, result) or memory.told(host.store, one, row.mark) is None:
            continue
        facts = {"note": row.note, "cause": row.cause, "session": one.session, "at": time.time()}
        if retire.retire(host.store, row.mark, row.file, facts):
            host.count(counts.RETIRED, row.cause)


def _happened(row: Named, result: ToolResult) -> bool:
    """Tell whether a write was seen to happen; on another machine success has to be enough."""
    if row.local:
        return retire.proven(row.stamp, records.stamp(row.file))
    return row.certain and not result.failed


def _unannounced(index: Index, seen: Seen, named: Sequence[Named], host: Host) -> tuple[Hit, ...]:
    """Return the hits of changed files, and count what the call did not name.

    Files that it named were looked at just before it, which tells more than their times.
    """
    known = {row.file for row in named}
    changed = [r.file for r in named if r.local and records.stamp(r.file) != r.stamp]
    changed += [path for path in seen.changed if matching.real(path) not in known]
    hits = matching.find(index, [Touch(path, write=True) for path in changed])
    for file in dict.fromkeys(hit.file for hit in hits if hit.file not in known):
        host.count(counts.DARK_WRITE, file)
    for file in dict.fromkeys(matching.real(path) for path in seen.read):
        if file not in known:
            host.count(counts.DARK_READ, file)
    return hits


def _tell(hits: Iterable[Hit], named: Iterable[Named], one: Who, host: Host) -> Context | None:
    announced = {(row.mark, row.file) for row in named}
    open_: list[Hit] = []
    for hit in hits:
        mark = memory.mark_of(hit.note)
        if (mark, hit.file) in announced and memory.told(host.store, one, mark) is not None:
            _use_up(mark, one, host)
        else:
            open_.append(hit)
    answer = due.answer(open_, one, host)
    for told in answer.told:
        host.count(counts.LATE, told.note.id)
    text = compose.text(answer, late=True)
    return Context(text) if text else None


def _use_up(mark: str, one: Who, host: Host) -> None:
    """Let the first write be over: the note was told just before the call that made it."""
    slot = memory.take(host.store, one, mark, write=True, now=time.time())
    if slot is not None:
        memory.confirm(host.store, slot)


def _began(result: ToolResult) -> float:
    took = UNKNOWN_CALL_SECONDS if result.seconds is None else result.seconds
    return time.time() - took


def _known(cwd: str, began: float, host: Host) -> dict[str, records.Stamp]:
    """Return the files' state from before a moment, {} where it was only looked at later."""
    kept = json.loads(host.store.get(_key(cwd)) or "{}")
    if kept.get("at", began) >= began:
        return {}
    return {file: (size, at, inode) for file, (size, at, inode) in kept["files"].items()}


def _keep_known(cwd: str, index: Index, host: Host) -> None:
    files = {file: records.stamp(file) for file in watching.looked_at(index)}
    kept = {file: stamp for file, stamp in files.items() if stamp is not None}
    before = json.loads(host.store.get(_key(cwd)) or "{}").get("files")
    if before == {file: list(stamp) for file, stamp in kept.items()}:
        return
    text = json.dumps({"at": time.time(), "files": kept})
    if len(text) <= RECORD_MAX_CHARACTERS:
        host.store.put(_key(cwd), text)


def _key(cwd: str) -> str:
    project = folders.find(cwd).project
    return f"files\n{'' if project is None else project.path}"
