"""Starts the resident of this code and person, detached; builtin modules only."""

import sys
import time

from host.background import detach
from host.bare import complain, make_folder, system
from host.paths import ROOT
from host.shortcut import is_private
from host.warm.limits import (
    WARM_IDLE_SECONDS,
    WARM_LOOK_SECONDS,
    WARM_RETRY_SECONDS,
)
from host.warm.places import lock_file, socket_file

_PROGRAM = (
    "import sys; sys.path.insert(0, sys.argv[1]); from host.warm.resident import main; "
    "main(sys.argv[2], sys.argv[3], *map(float, sys.argv[4:]))"
)


def start(
    site: str,
    idle_seconds: float = WARM_IDLE_SECONDS,
    look_seconds: float = WARM_LOOK_SECONDS,
) -> None:
    """Start a resident that ends after so long without a call; it may find another one there.

    It looks that often whether it can still be reached. One that ended without saying so is not
    started again at each call.
    """
    path = socket_file(site)
    if not path or _tried_lately(path):
        return
    try:
        make_folder(path.rpartition("/")[0])
        if is_private(path.rpartition("/")[0]):
            detach(command(site, path, idle_seconds, look_seconds))
    except OSError as error:
        complain(f"the warm host cannot be started: {error}")


def command(site: str, path: str, *seconds: float) -> list[str]:
    """Return the command line of a resident; the seconds are as in `start`."""
    return [sys.executable, "-I", "-S", "-c", _PROGRAM, ROOT, site, path, *map(str, seconds)]


def _tried_lately(path: str) -> bool:
    try:
        age = time.time() - system.stat(lock_file(path)).st_mtime
    except OSError:
        return False
    return abs(age) < WARM_RETRY_SECONDS
