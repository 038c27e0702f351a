"""Lets a denied print through once the agent has read the file and still asks for it."""

from __future__ import annotations

import os.path
from typing import TYPE_CHECKING

from host.errors import StateError
from slices.guard.limits import WATCHED_MAX_CHARACTERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from host.call import SessionEvent, ToolCall
    from host.hook import Host
    from slices.guard.calls import ReadCall

DENIED = "denied"
READ = "read"
AFRESH = frozenset({"compact", "clear"})

_WATCHED = "watched"


def lets_through(call: ToolCall, printed: Sequence[ReadCall], host: Host) -> bool:
    """Tell whether every file was denied to this agent before and read since, else note the deny.

    Without a state file the valve stays shut, and the deny stands.
    """
    try:
        states = {key: host.store.get(key) for key in _keys(call, printed)}
        if all(state == READ for state in states.values()):
            host.count("valve", printed[0].file.path)
            return True
        for key in (key for key, state in states.items() if state is None):
            host.store.put(key, DENIED)
        _watch(_names(printed), host)
    except StateError:
        host.count("valve-lost")
    return False


def note_read(call: ToolCall, host: Host) -> None:
    """Note that the agent reads a file whose print was denied; any lines of it count."""
    if call.path is None:
        return
    try:
        real = os.path.realpath(os.path.join(call.cwd, call.path))  # noqa: PTH118
        key = _key(call.session, call.agent, real)
        if host.store.get(key) == DENIED:
            host.store.put(key, READ)
    except ValueError:  # a NUL in the path: no print of it was ever denied
        return
    except StateError:
        host.count("valve-lost")


def start_afresh(event: SessionEvent, host: Host) -> None:
    """Forget what was denied and read where the agent's context was compacted or cleared.

    An event of the session as a whole counts for all of its agents.
    """
    if event.event == "session.start" and event.source not in AFRESH:
        return
    try:
        host.store.delete(_prefix(event.session, event.agent) if event.agent else _session(event))
    except StateError:
        host.count("valve-lost")


def _keys(call: ToolCall, printed: Iterable[ReadCall]) -> tuple[str, ...]:
    """Return one key per file, by its real path, so that a link is the same file."""
    return tuple(_key(call.session, call.agent, read.file.real) for read in printed)


def _key(session: str, agent: str, real: str) -> str:
    return _prefix(session, agent) + _escaped(real)


def _prefix(session: str, agent: str) -> str:
    return f"{_escaped(session)}\n{_escaped(agent)}\n"


def _session(event: SessionEvent) -> str:
    return f"{_escaped(event.session)}\n"


def _escaped(text: str) -> str:
    """Return ASCII without a newline, which then separates; lone surrogates have an escape too."""
    if text.isascii() and text.isprintable() and "\\" not in text:
        return text  # the codec would have to be loaded
    return text.encode("unicode_escape").decode("ascii")


def _unescaped(text: str) -> str:
    return text.encode("ascii").decode("unicode_escape") if "\\" in text else text


def _names(printed: Iterable[ReadCall]) -> tuple[str, ...]:
    """Return the last part of each path, as typed and real: a read of it holds one of them."""
    paths = (path for read in printed for path in (read.file.path, read.file.real))
    return tuple(dict.fromkeys(path.rpartition("/")[2] for path in paths))


def _watch(names: tuple[str, ...], host: Host) -> None:
    """Wake the slice for reads of these names, and of those before as far as there is room."""
    now = [_escaped(name) for name in names]
    known = host.store.get(_WATCHED) or ""
    kept = _newest([*(name for name in known.split("\n") if name not in now), *now])
    if (text := "\n".join(kept)) != known:
        host.store.put(_WATCHED, text)
    host.store.watch(tuple(map(_unescaped, kept)))


def _newest(names: list[str]) -> list[str]:
    """Return the last names that fit `WATCHED_MAX_CHARACTERS`, an empty one left out."""
    kept: list[str] = []
    room = WATCHED_MAX_CHARACTERS
    for name in reversed(names):
        room -= len(name) + 1
        if room < 0:
            break
        if name:
            kept.insert(0, name)
    return kept
