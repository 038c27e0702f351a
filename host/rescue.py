"""The event, kept in a file while it is answered: if this process is killed, the entry has it."""

import time

from host.bare import complain, is_draft, make_folder, system
from host.limits import KEPT_EVENT_MAX_BYTES, KEPT_EVENTS_MAX, TOTAL_SECONDS
from host.paths import state_folder
from host.shortcut import EVENT_END, EVENT_OF_NOBODY, EVENT_PREFIX, event_pieces, overwrite

_OLD_SECONDS = 2 * TOTAL_SECONDS  # no front still answers then: the entry was killed with it
_kept: dict[str, int] = {}


def keep(mark: str, raw: bytes) -> bool:
    """Keep the event for the hook entry with this process id, "" for none; tell whether it is.

    The file is one of a few that are overwritten in place and stay: to make and remove one each
    time costs a good part of what a bare start does, where the folder lies on a disk. Two entries
    at once can meet in one file: then the first has none, and blocks if its front dies.
    """
    if not mark.isdigit() or len(raw) > KEPT_EVENT_MAX_BYTES:
        return False
    pieces = event_pieces(mark, raw)
    try:
        _overwrite(_path(mark), pieces)
    except OSError as error:
        complain(f"the event is not kept while it is answered: {error}")
        return False
    _kept[mark] = sum(len(data) for _, data in pieces)
    return True


def drop(mark: str) -> None:
    """Wipe what was kept, if anything; never raises.

    To be called before the answer is printed: the entry must never have an event answered twice.
    """
    if size := _kept.pop(mark, 0):
        try:
            _overwrite(_path(mark), ((0, EVENT_OF_NOBODY + bytes(size - 1)),))
        except OSError as error:
            complain(f"the kept event is still there: {error}")


def taken_up(raw: bytes, mark: str) -> bytes:
    """Return the event that the hook entry with this process id found kept, without what follows.

    Another entry's, which overwrote it, is none. What no front had read is the client's own.
    """
    event, end, rest = raw.partition(EVENT_END)
    if not end or not raw.startswith(b"{") or len(event) == 1:  # of UTF-16 each other byte is one
        return raw
    return event if rest.startswith(f"{mark}\n".encode()) else b""


def sweep() -> None:
    """Remove what an entry or a writer that was killed itself has left; never raises."""
    for folder in (state_folder(), f"{state_folder()}/watch"):
        try:
            names = system.listdir(folder)
        except OSError:
            continue
        for name in names:
            try:
                if _is_left(folder, name):
                    system.unlink(f"{folder}/{name}")
            except OSError:  # another process was faster
                continue


def _is_left(folder: str, name: str) -> bool:
    path, is_event = f"{folder}/{name}", name.startswith(EVENT_PREFIX)
    if not (is_event or is_draft(name)):
        return False
    if time.time() - system.stat(path).st_mtime <= _OLD_SECONDS:
        return False
    return not is_event or _is_somebodys(path)


def _is_somebodys(path: str) -> bool:
    descriptor = system.open(path, system.O_RDONLY)
    try:
        return system.read(descriptor, 1) != EVENT_OF_NOBODY
    finally:
        system.close(descriptor)


def _overwrite(path: str, pieces: tuple[tuple[int, bytes], ...]) -> None:
    try:
        overwrite(path, pieces)
    except FileNotFoundError:
        make_folder(state_folder())
        overwrite(path, pieces)


def _path(mark: str) -> str:
    return f"{state_folder()}/{EVENT_PREFIX}{int(mark) % KEPT_EVENTS_MAX}"
