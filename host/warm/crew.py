"""A resident's forks: spare ones, made ready before anybody calls, and those that have a call."""

from __future__ import annotations

import _socket
import contextlib
import os
import signal
import time
from typing import TYPE_CHECKING, NoReturn

from host.bare import leave
from host.limits import ATTEMPT_SECONDS
from host.shortcut import LENGTH_BYTES
from host.supervise import isolate
from host.warm.limits import (
    PLACE_MAX_BYTES,
    WARM_CHILDREN_MAX,
    WARM_GRACE_SECONDS,
    WARM_PAUSE_SECONDS,
    WARM_PLACES_MAX,
    WARM_READY_SECONDS,
    WARM_SPARES,
    WARM_SPARES_LOST_MAX,
    WARM_STOP_SECONDS,
)
from host.warm.worker import CALLED, DONE, FOREMOST, LOOK, READY, USED, WAKE, Worker

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from host.warm.load import Stamps

_BLOCK_BYTES = 1 << 16
_STEP_SECONDS = 0.001  # what is killed is gone in less


class Fork:
    """One fork: its process, the resident's end of the channel, and when it has to be gone."""

    def __init__(self, process: int, channel: _socket.socket, seconds: float) -> None:
        self.process = process
        self.channel = channel
        self.end: float | None = time.monotonic() + seconds
        self.is_busy = False
        self.is_done = False
        self.said = b""

    @property
    def is_spare(self) -> bool:
        """Whether it is ready for a call and has none: it may wait for any time."""
        return self.end is None

    def get_ready(self) -> None:
        """Take it for a spare from now on."""
        self.end = None

    def get_busy(self) -> None:
        """Take it for one that has a call from now on."""
        self.is_busy = True
        self.end = time.monotonic() + ATTEMPT_SECONDS + WARM_GRACE_SECONDS

    def tell(self, word: bytes) -> None:
        """Say one word to it: `GO`, `FOREMOST` or `WAKE`."""
        with contextlib.suppress(OSError):  # it ended, or is stopped
            self.channel.send(word, _socket.MSG_DONTWAIT)


class Crew:
    """All forks of one resident, which take their calls from `server` themselves.

    `site` is the folder of the packages, `taken` are the stamps of each slice's files, by its name,
    `front` those of what tells whether a slice wants a call, and `shut` are descriptors of the
    resident that no fork keeps.
    """

    def __init__(
        self,
        server: _socket.socket,
        site: str,
        taken: Mapping[str, Stamps],
        front: Stamps,
        shut: Iterable[int],
    ) -> None:
        self._server = server
        self._site = site
        self._taken = taken
        self._front = front
        self._shut = tuple(shut)
        self._forks: dict[int, Fork] = {}
        self._gone: list[Fork] = []
        self._places: tuple[bytes, ...] = ()
        self._lost = 0
        self._foremost: Fork | None = None
        self._pause_end = 0.0
        self.is_asked_to_look = False
        """Whether a fork takes a call that nobody knocked for: somebody has to look at the code."""

    @property
    def channels(self) -> tuple[int, ...]:
        """The descriptors on which a fork may say something."""
        return tuple(self._forks)

    @property
    def is_at_work(self) -> bool:
        """Whether there is a fork that has a time to keep, or one that is to be seen off."""
        return bool(self._gone) or not all(one.is_spare for one in self._forks.values())

    @property
    def has_spare(self) -> bool:
        """Whether a fork waits for a call; without one, the resident has to take it."""
        return self._foremost is not None

    @property
    def seconds_to_fill(self) -> float | None:
        """After how long another spare is to be forked, None where none is wanted.

        Where they die one after the other, none is. While there is one, what was called for goes
        first.
        """
        spares = sum(not one.is_busy for one in self._forks.values())
        if spares >= WARM_SPARES or self._lost >= WARM_SPARES_LOST_MAX or self._is_full:
            return None
        return max(self._pause_end - time.monotonic(), 0.0) if spares else 0.0

    def take(self, connection: _socket.socket) -> None:
        """Have a fork of its own answer a call; where there are too many, nobody does."""
        if not self._is_full:
            self._fork(connection)

    def mind(self, said: Iterable[int]) -> tuple[list[Fork], bool]:
        """Take what forks say on these channels, and see off who is to go.

        Return those that took a call which a slice wants, and whether any call was answered.
        """
        called: list[Fork] = []
        is_used = False
        for descriptor in said:
            if descriptor in self._forks:
                one = self._forks[descriptor]
                was_busy = one.is_busy
                is_used = self._hear(one) or is_used
                called += [one] if one.is_busy and not was_busy else []
        self._gone = [one for one in self._gone if not _reaped(one.process)]
        now = time.monotonic()
        for one in (*self._forks.values(), *self._gone):
            if one.end is not None and now > one.end:
                _kill(one.process)
        self._appoint()
        return called, is_used

    def wake(self) -> None:
        """Have the fork that is to get the next call rehearse: a call is about to come."""
        if self._foremost is not None:
            self._foremost.tell(WAKE)

    def _appoint(self) -> None:
        """Let the oldest spare alone wait for a call: of several, each would wake at each call."""
        spares = [one for one in self._forks.values() if one.is_spare]
        if self._foremost not in spares:
            self._foremost = spares[0] if spares else None
            if self._foremost is not None:
                self._foremost.tell(FOREMOST)

    def dismiss(self) -> None:
        """End and reap the forks that have no call; those that have one come to their end."""
        idle = [one.process for one in (*self._forks.values(), *self._gone) if not one.is_busy]
        for process in idle:
            _kill(process)
        end = time.monotonic() + WARM_STOP_SECONDS / 2
        while not all(map(_reaped, idle)) and time.monotonic() < end:
            time.sleep(_STEP_SECONDS)

    def fill(self) -> None:
        """Fork a spare where one is wanted."""
        if self.seconds_to_fill == 0.0 and not self._fork(None):
            self._lost += 1

    @property
    def _is_full(self) -> bool:
        return sum(one.is_busy for one in self._forks.values()) >= WARM_CHILDREN_MAX

    def _hear(self, one: Fork) -> bool:
        """Take what a fork says; tell whether it answers a call, or did."""
        try:
            said = one.channel.recv(_BLOCK_BYTES)
        except OSError:
            said = b""
        if not said:
            self._lost += not (one.is_busy or one.is_done)
            self._part_with(one)
            return False
        if one.is_busy:
            self._note_place(one, said)
            return False
        return self._note(one, said)

    def _note(self, one: Fork, said: bytes) -> bool:
        """Take the words of a fork that has no call yet; what follows a call is its place."""
        words, called, place = said.partition(CALLED)
        if READY in words:
            one.get_ready()
        one.is_done = one.is_done or DONE in words
        self.is_asked_to_look = self.is_asked_to_look or LOOK in words
        if called:
            self._lost = 0
            self._pause_end = time.monotonic() + WARM_PAUSE_SECONDS
            one.get_busy()
            self._note_place(one, place)
        return bool(called) or USED in words

    def _note_place(self, one: Fork, said: bytes) -> None:
        one.said = (one.said + said)[: LENGTH_BYTES + PLACE_MAX_BYTES + 1]
        told = one.said[LENGTH_BYTES:]
        if 0 < len(told) <= PLACE_MAX_BYTES and len(told) == int.from_bytes(
            one.said[:LENGTH_BYTES], "big"
        ):
            self._lost = max(self._lost - 1, 0)
            if not self._places:  # the spares so far know of none
                for spare in [spare for spare in self._forks.values() if spare.is_spare]:
                    self._part_with(spare)
            others = tuple(place for place in self._places if place != told)
            self._places = (*others, told)[-WARM_PLACES_MAX:]

    def _part_with(self, one: Fork) -> None:
        """Close the channel of a fork that ended; a spare that did not ends by that."""
        del self._forks[one.channel.fileno()]
        one.channel.close()
        if one.is_spare:
            one.end = time.monotonic() + WARM_READY_SECONDS
        self._gone.append(one)

    def _fork(self, connection: _socket.socket | None) -> bool:
        try:
            ours, its = _socket.socketpair()
        except OSError:
            return False
        with contextlib.closing(its):
            try:
                process = os.fork()
            except OSError:
                ours.close()
                return False
            if process == 0:
                self._be_one(its, connection, ours)
        self._forks[ours.fileno()] = Fork(process, ours, WARM_READY_SECONDS)
        return True

    def _be_one(
        self, channel: _socket.socket, connection: _socket.socket | None, ours: _socket.socket
    ) -> NoReturn:
        try:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            ours.close()
            for descriptor in (*self._shut, *self._forks):
                os.close(descriptor)
            isolate()
            one = Worker(channel, self._server, self._site, self._taken, self._front)
            if connection is not None:
                one.meet(connection)
                channel.sendall(DONE)
                leave(0)
            one.wait(self._places)
        finally:
            leave(1)


def _reaped(process: int) -> bool:
    try:
        return os.waitpid(process, os.WNOHANG)[0] != 0
    except ChildProcessError:
        return True


def _kill(process: int) -> None:
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(OSError):
            kill(process, signal.SIGKILL)
