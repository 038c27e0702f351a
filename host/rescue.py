"""The event, kept in a file while it is answered: if this process is killed, the entry has it."""

import time

from host.bare import complain, system, write_file
from host.limits import TOTAL_SECONDS
from host.paths import state_folder

_PREFIX = "event-"
_OLD_SECONDS = 2 * TOTAL_SECONDS  # no front still answers then: the entry was killed with it


def keep(mark: str, raw: bytes) -> None:
    """Keep the event for the hook entry with this process id, "" for none; never raises."""
    if not mark.isdigit():
        return
    try:
        write_file(_path(mark), raw)
    except OSError as error:
        complain(f"the event is not kept while it is answered: {error}")


def drop(mark: str) -> None:
    """Remove what was kept, if anything; never raises.

    To be called before the answer is printed: the entry must never have an event answered twice.
    """
    if not mark.isdigit():
        return
    try:
        system.unlink(_path(mark))
    except OSError:
        return


def sweep() -> None:
    """Remove what an entry that was killed itself has left; never raises."""
    folder = state_folder()
    try:
        left = [name for name in system.listdir(folder) if name.startswith(_PREFIX)]
        for name in left:
            if time.time() - system.stat(f"{folder}/{name}").st_mtime > _OLD_SECONDS:
                system.unlink(f"{folder}/{name}")
    except OSError:
        return


def _path(mark: str) -> str:
    return f"{state_folder()}/{_PREFIX}{mark}"
