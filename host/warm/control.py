"""Whether a resident runs, and how to end it: by the lock that it holds."""

from __future__ import annotations

import contextlib
import os
import signal
import time

from host.bare import read_file
from host.warm.limits import WARM_STOP_SECONDS
from host.warm.places import lock_file

_PID_MAX_BYTES = 32
_STEP_SECONDS = 0.02


def running(path: str) -> int:
    """Return the process id of the resident of the socket `path`, or 0 where none runs."""
    import fcntl

    try:
        lock = os.open(lock_file(path), os.O_RDWR)
    except OSError:
        return 0
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        text = (read_file(lock_file(path), _PID_MAX_BYTES) or b"").decode("ascii", "replace")
        return int(text) if text.isdecimal() else 0
    finally:
        os.close(lock)
    return 0


def stop(path: str) -> bool:
    """End the resident of the socket `path`, and tell whether none runs any more."""
    end = time.monotonic() + WARM_STOP_SECONDS
    for number in (signal.SIGTERM, signal.SIGKILL):
        pid = running(path)
        if not pid:
            return True
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
        while running(path) and time.monotonic() < end:
            time.sleep(_STEP_SECONDS)
        end += WARM_STOP_SECONDS
    return not running(path)
