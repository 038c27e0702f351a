"""The resident: it forks for those who call, and ends when it is old, idle or stale."""

# It never runs a slice itself, so that nothing that a slice does reaches it.

from __future__ import annotations

import _socket
import contextlib
import fcntl
import gc
import os
import resource
import select
import signal
import sys
import time
from typing import TYPE_CHECKING, NoReturn

from host.bare import leave
from host.stopped import Stopped
from host.warm import bridge, load
from host.warm.crew import Crew
from host.warm.footing import footing, holds
from host.warm.knock import Knock
from host.warm.limits import (
    WARM_CALLS_MAX,
    WARM_KNOCK_SECONDS,
    WARM_LOAD_SECONDS,
    WARM_MEMORY_MAX_BYTES,
)
from host.warm.places import lock_file
from host.warm.worker import GO, in_time

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from host.warm.crew import Fork
    from host.warm.load import Stamps

_CHECK_SECONDS = 1.0  # while forks are at work; else it sleeps until somebody calls


def main(site: str, path: str, idle_seconds: float, look_seconds: float) -> NoReturn:
    """Be the resident of the socket `path`, unless there is one.

    `site` is the folder of the packages. The rest is as in `Resident`.
    """
    _cut_off()
    lock = os.open(lock_file(path), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        leave(0)
    signal.signal(signal.SIGTERM, _stopper())
    os.truncate(lock, 0)
    os.write(lock, str(os.getpid()).encode())
    then = footing(path)
    with contextlib.suppress(Stopped):
        before = load.sources()
        front = load.stamps(site)
        keeping = bridge.start(site, path, before, (lock,))
        with in_time(WARM_LOAD_SECONDS):
            load.everything(site)
        stamps = load.stamps(site)
        if load.is_torn(before, stamps):
            raise Stopped
        taken = load.parts(stamps)
        gc.freeze()
        server = bridge.listening(path)
        server.setblocking(False)  # noqa: FBT003  positional only
        then = (footing(path)[0], *then[1:])  # whoever finds it listening may take the rest away
        knock = Knock(path)
        crew = Crew(server, site, taken, front, (lock, *keeping))
        resident = Resident(server, taken, crew, knock)
        try:
            resident.serve(idle_seconds, look_seconds, lambda: holds(then, path))
        finally:
            crew.dismiss()
    if holds(then, path):  # another one's socket stays
        with contextlib.suppress(OSError):
            os.unlink(path)  # noqa: PTH108  no Path here
    os.utime(lock, (0, 0))  # it ended in order: the next call may start another at once
    leave(0)


class Resident:
    """One listening socket, the crew that works for it, and the code that both were made of."""

    def __init__(
        self, server: _socket.socket, taken: Mapping[str, Stamps], crew: Crew, knock: Knock
    ) -> None:
        self._server = server
        self._taken = taken
        self._crew = crew
        self._knock = knock
        self._fresh_until = 0.0

    def serve(
        self, idle_seconds: float, look_seconds: float, is_reached: Callable[[], bool]
    ) -> None:
        """Answer until there is a reason to end: age, size, or so long without a call.

        So often it looks whether anybody still reaches it, and whether the code is still the same.
        """
        calls, now = 0, time.monotonic()
        idle, look = now + idle_seconds, now + look_seconds
        while calls < WARM_CALLS_MAX and (now < idle or self._crew.is_at_work):
            said = self._wait(min(idle, look) - now)
            now = time.monotonic()
            if self._server.fileno() in said:
                self._take()
            if self._knock.descriptor in said and not self._is_ready_for_knock():
                return
            called, is_used = self._crew.mind(said)
            if self._crew.is_asked_to_look:
                self._crew.is_asked_to_look = False
                if now > self._fresh_until and not self._looks_well():
                    return
            if called and not self._may_go_on(called):
                return
            calls, idle = calls + len(called), now + idle_seconds if is_used else idle
            if not called:  # a caller does not wait for it
                self._crew.fill()
            if now > look:
                if not is_reached() or any(map(load.is_stale, self._taken.values())):
                    return
                look = now + look_seconds

    def _wait(self, seconds: float) -> set[int]:
        """Return the descriptors on which somebody calls or a fork says something."""
        poll = select.poll()
        for descriptor in (*self._crew.channels, self._knock.descriptor):
            if descriptor >= 0:
                poll.register(descriptor, select.POLLIN)
        if not self._crew.has_spare:
            poll.register(self._server, select.POLLIN)
        if self._crew.is_at_work:
            seconds = min(seconds, _CHECK_SECONDS)
        if (to_fill := self._crew.seconds_to_fill) is not None:
            seconds = min(seconds, to_fill)
        return {descriptor for descriptor, _ in poll.poll(max(seconds, 0.0) * 1000)}

    def _take(self) -> None:
        """Take a caller in that no spare is there for."""
        try:
            descriptor, _ = self._server._accept()  # type: ignore[attr-defined]  # noqa: SLF001  as `socket` does
        except OSError:  # a spare was faster, or the caller went away
            return
        with contextlib.closing(_socket.socket(fileno=descriptor)) as connection:
            self._crew.take(connection)

    def _is_ready_for_knock(self) -> bool:
        """Wake who is to get the call that is about to come; tell whether the code is fresh."""
        self._knock.take()
        self._crew.wake()
        return self._looks_well()

    def _looks_well(self) -> bool:
        """Look at the code ahead of a call's need; tell whether it is fresh."""
        if self._is_spent():
            return False
        self._fresh_until = time.monotonic() + WARM_KNOCK_SECONDS
        return True

    def _is_spent(self) -> bool:
        return load.is_stale(self._taken[""]) or _is_large()

    def _may_go_on(self, called: Iterable[Fork]) -> bool:
        """Let forks do what shows where the code is fresh; tell whether the resident may go on.

        Without the word they end, and their callers go cold. Each looks itself at the files of the
        slices that it asks.
        """
        if time.monotonic() > self._fresh_until and self._is_spent():
            return False
        for fork in called:
            fork.tell(GO)
        return not any(load.is_stale(own) for name, own in self._taken.items() if name)


def _cut_off() -> None:
    """Keep nothing of whoever started it: descriptors, folder, blocked signals, limit of memory."""
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    os.closerange(3, os.sysconf("SC_OPEN_MAX") if sys.platform == "darwin" else 4096)
    os.chdir("/")
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def _is_large() -> bool:
    unit = 1 if sys.platform == "darwin" else 1024
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    return used > WARM_MEMORY_MAX_BYTES


def _stopper() -> Callable[[int, object], None]:
    own = os.getpid()

    def stop(_number: int, _frame: object) -> None:
        if os.getpid() != own:  # a fork that has not put its own handling in place yet
            leave(0)
        raise Stopped

    return stop
