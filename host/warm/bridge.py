"""The bridge: a front that stays, for clients that start no process and call over HTTP."""

from __future__ import annotations

import _socket
import contextlib
import importlib
import os
import select
import signal
import time
from typing import TYPE_CHECKING, NoReturn

from host.bare import complain, leave
from host.limits import TOTAL_SECONDS
from host.shortcut import is_own
from host.warm import load
from host.warm.http import Passes, answer, respond
from host.warm.limits import WARM_BACKLOG, WARM_CHILDREN_MAX, WARM_GRACE_SECONDS
from host.warm.places import http_file
from host.warm.relay import Relay, relayed, request_of
from host.warm.worker import in_time

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from host.warm.ask import Tried
    from host.warm.http import Asked
    from host.warm.load import Stamps

_FORK_SECONDS = TOTAL_SECONDS + WARM_GRACE_SECONDS
_CHECK_SECONDS = 1.0  # while forks are at work; without any it sleeps until somebody calls
_USED = ("background", "environment", "judge", "last_resort", "warm.ask")
"""What a front imports inside functions, and nothing that a call can do without."""


def start(site: str, path: str, before: Stamps, shut: Iterable[int]) -> tuple[int, ...]:
    """Fork the bridge of the resident with the socket `path`, which is this process.

    It ends with this process, whose end it sees by a pipe: no fork of the resident may keep the
    descriptors that this returns. `shut` are those of the resident that the bridge must not have,
    and `before` are the stamps of the sources from before anything was loaded.
    """
    going, keeping = os.pipe()
    with contextlib.suppress(OSError):  # no process can be started: clients ask by a hook then
        if os.fork() == 0:
            _be(site, path, going, before, (*shut, keeping))
    os.close(going)
    return (keeping,)


def _be(site: str, path: str, going: int, before: Stamps, shut: Iterable[int]) -> NoReturn:
    try:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        for descriptor in shut:
            os.close(descriptor)
        for name in _USED:
            importlib.import_module(f"host.{name}")
        with _listening_at(http_file(path)) as server:
            Bridge(server, site, path, going, before).serve()
    except BaseException as error:  # noqa: BLE001  the last frame of this process
        complain(f"the bridge broke: {error!r}")
    finally:
        leave(0)


@contextlib.contextmanager
def _listening_at(path: str) -> Iterator[_socket.socket]:
    """Listen at the path, and leave nothing there but what another one put in its place."""
    server = listening(path)
    mine = os.stat(path).st_ino  # noqa: PTH116  no Path here
    try:
        yield server
    finally:
        with contextlib.suppress(OSError):
            if os.stat(path).st_ino == mine:  # noqa: PTH116  no Path here
                os.unlink(path)  # noqa: PTH108  no Path here


class Bridge:
    """One listening socket and the forks that answer on it, until `going` says its end.

    It is the resident's child, forked before everything is loaded, so that its own forks cost
    little. What no slice wants it answers by itself; for another call it forks, and the fork does
    what a front does, which includes asking the resident.
    """

    def __init__(
        self, server: _socket.socket, site: str, path: str, going: int, before: Stamps
    ) -> None:
        self._server = server
        self._site = site
        self._path = path
        self._going = going
        loaded = load.stamps(site)
        self._taken = {**loaded, **{path: before[path] for path in loaded if path in before}}
        self._passes = Passes(site)
        self._forks: dict[int, float] = {}
        self._relays: dict[int, Relay] = {}

    def serve(self) -> None:
        """Answer until the resident ends, or until the code on disk is another.

        Whoever was taken gets an answer; another caller sees the end of its connection.
        """
        ways: tuple[int, ...] = (self._server.fileno(), self._going)
        while ways or self._relays:
            said = self._wait(ways)
            self._see_off()
            self._attend(said)
            is_called = self._server.fileno() in said
            if self._going in said or (is_called and load.is_stale(self._taken)):
                ways = ()
            elif is_called:
                self._take()

    def _wait(self, ways: Iterable[int]) -> set[int]:
        """Return the descriptors on which somebody says something."""
        poll = select.poll()
        for descriptor in (*ways, *self._relays):
            poll.register(descriptor, select.POLLIN)
        ends = [relay.end - time.monotonic() for relay in self._relays.values()]
        ends += [_CHECK_SECONDS] if self._forks else []
        return {found for found, _ in poll.poll(max(min(ends), 0.0) * 1000 if ends else None)}

    def _attend(self, said: set[int]) -> None:
        """Hand on the answers that came, and go on by a fork where none comes."""
        now = time.monotonic()
        for descriptor, relay in list(self._relays.items()):
            if descriptor in said:
                self._hear(descriptor, relay)
            elif now >= relay.end:
                self._give_up(descriptor, relay)

    def _hear(self, descriptor: int, relay: Relay) -> None:
        try:
            text = relay.hear()
        except (EOFError, ValueError, OSError):
            self._give_up(descriptor, relay)
            return
        if text is not None:
            del self._relays[descriptor]
            respond(relay.caller, 200, text)
            relay.close()

    def _give_up(self, descriptor: int, relay: Relay) -> None:
        del self._relays[descriptor]
        self._fork(relay.caller, relay.begun, relay.tried)
        relay.close()

    def _take(self) -> None:
        try:
            descriptor, _ = self._server._accept()  # type: ignore[attr-defined]  # noqa: SLF001  as `socket` does
        except OSError:  # a caller that went away
            return
        caller = _socket.socket(fileno=descriptor)
        if not self._has_relay_for(caller):
            caller.close()

    def _has_relay_for(self, caller: _socket.socket) -> bool:
        """Answer a caller, or have a fork do it, or pass it on to the resident: only then True."""
        asked = self._passes.answer(caller) if is_own(caller) else None
        if asked is None or len(self._forks) + len(self._relays) >= WARM_CHILDREN_MAX:
            return False
        begun, question = asked
        relay = None if question is None else self._relay(caller, begun, question)
        if relay is None:
            self._fork(caller, begun, lambda: None)
            return False
        self._relays[relay.descriptor] = relay
        return True

    def _relay(self, caller: _socket.socket, begun: bytes, question: Asked) -> Relay | None:
        try:
            return relayed(caller, begun, self._path, request_of(self._site, *question))
        except OSError:  # a fork meets it again
            return None

    def _fork(
        self, connection: _socket.socket, begun: bytes, tried: Callable[[], Tried | None]
    ) -> None:
        with contextlib.suppress(OSError):
            fork = os.fork()
            if fork == 0:
                self._answer(connection, begun, tried)
            self._forks[fork] = time.monotonic() + _FORK_SECONDS

    def _answer(
        self, connection: _socket.socket, begun: bytes, tried: Callable[[], Tried | None]
    ) -> NoReturn:
        try:
            for relay in self._relays.values():
                relay.close()
            self._server.close()
            os.close(self._going)
            os.setpgid(0, 0)
            with in_time(_FORK_SECONDS):
                answer(connection, begun, self._site, tried)
        finally:
            leave(1)

    def _see_off(self) -> None:
        """Reap the forks that ended, and end those that outlived every deadline."""
        now = time.monotonic()
        for fork, end in list(self._forks.items()):
            ended, _ = os.waitpid(fork, os.WNOHANG)
            if ended:
                del self._forks[fork]
            elif now > end:
                with contextlib.suppress(OSError):
                    os.killpg(fork, signal.SIGKILL)


def listening(path: str) -> _socket.socket:
    """Return a socket that listens at `path`, for nobody else; what an older one left goes."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)  # noqa: PTH108  no Path here
    server = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    mask = os.umask(0o177)
    server.bind(path)
    os.umask(mask)
    server.listen(WARM_BACKLOG)
    return server
