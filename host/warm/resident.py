"""The resident: it waits for questions and forks for each, and ends when it is old, idle or stale.

It never runs a slice itself, so that nothing that a slice does reaches it.
"""

from __future__ import annotations

import _socket
import contextlib
import fcntl
import gc
import os
import resource
import signal
import sys
import time
from typing import TYPE_CHECKING, NoReturn

from host.bare import leave
from host.limits import ATTEMPT_SECONDS
from host.warm import bridge, load
from host.warm.limits import (
    WARM_CALLS_MAX,
    WARM_CHILDREN_MAX,
    WARM_GRACE_SECONDS,
    WARM_MEMORY_MAX_BYTES,
)
from host.warm.peer import is_own
from host.warm.places import lock_file
from host.warm.worker import work_for

if TYPE_CHECKING:
    from host.warm.load import Stamps

_CHECK_SECONDS = 1.0  # while children run; without any it sleeps until somebody calls


class _StopError(BaseException):  # no guard of what is being loaded may catch it
    """Somebody asked the resident to end."""


def main(site: str, path: str, idle_seconds: float) -> NoReturn:
    """Be the resident of the socket `path`, unless there is one."""
    _cut_off()
    lock = os.open(lock_file(path), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        leave(0)
    signal.signal(signal.SIGTERM, _stop)
    os.truncate(lock, 0)
    os.write(lock, str(os.getpid()).encode())
    with contextlib.suppress(_StopError):
        bridge.start(site, path, (lock,))
        load.everything(site)
        taken = load.stamps(site)
        gc.freeze()
        Resident(bridge.listening(path), taken, site, idle_seconds, lock).serve()
    with contextlib.suppress(OSError):
        os.unlink(path)  # noqa: PTH108  no Path here
    os.utime(lock, (0, 0))  # it ended in order: the next call may start another at once
    leave(0)


class Resident:
    """One listening socket and the children that work for it."""

    def __init__(
        self, server: _socket.socket, taken: Stamps, site: str, idle_seconds: float, lock: int
    ) -> None:
        self._server = server
        self._taken = taken
        self._site = site
        self._idle_seconds = idle_seconds
        self._lock = lock
        self._children: dict[int, float] = {}

    def serve(self) -> None:
        """Answer until there is a reason to end."""
        last = time.monotonic()
        for _ in range(WARM_CALLS_MAX):
            connection = self._next(last + self._idle_seconds)
            if connection is None or load.is_stale(self._taken) or _is_large():
                return  # a caller that was taken sees the end of its connection, and goes cold
            last = time.monotonic()
            self._take(connection)

    def _next(self, end: float) -> _socket.socket | None:
        """Return the next caller, or None where none came in time."""
        while True:
            self._reap()
            left = end - time.monotonic()
            if left <= 0 and not self._children:
                return None
            wait = min(left, _CHECK_SECONDS) if self._children else left
            self._server.settimeout(max(wait, 0.01))
            try:
                descriptor, _ = self._server._accept()  # type: ignore[attr-defined]  # noqa: SLF001  as `socket` does
            except TimeoutError:
                continue
            except OSError:  # a caller that went away
                time.sleep(0.01)
                continue
            return _socket.socket(fileno=descriptor)

    def _take(self, connection: _socket.socket) -> None:
        with contextlib.closing(connection):
            if not is_own(connection) or len(self._children) >= WARM_CHILDREN_MAX:
                return
            try:
                child = os.fork()
            except OSError:
                return
            if child == 0:
                self._work(connection)
            self._children[child] = time.monotonic() + ATTEMPT_SECONDS + WARM_GRACE_SECONDS

    def _work(self, connection: _socket.socket) -> NoReturn:
        try:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            self._server.close()
            os.close(self._lock)
            work_for(connection, self._site)
        finally:
            leave(1)

    def _reap(self) -> None:
        """See off the children that ended, and end those that outlived every deadline."""
        now = time.monotonic()
        for child, end in list(self._children.items()):
            ended, _ = os.waitpid(child, os.WNOHANG)
            if ended:
                del self._children[child]
            elif now > end:
                for kill in (os.killpg, os.kill):
                    with contextlib.suppress(OSError):
                        kill(child, signal.SIGKILL)


def _cut_off() -> None:
    """Keep nothing of whoever started it: no descriptor, folder or limit of memory."""
    os.closerange(3, os.sysconf("SC_OPEN_MAX") if sys.platform == "darwin" else 4096)
    os.chdir("/")
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def _is_large() -> bool:
    unit = 1 if sys.platform == "darwin" else 1024
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    return used > WARM_MEMORY_MAX_BYTES


def _stop(_number: int, _frame: object) -> None:
    raise _StopError
