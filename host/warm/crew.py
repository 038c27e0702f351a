"""A resident's forks: spare ones, made ready before anybody calls, and those that have a call."""

from __future__ import annotations

import _socket
import contextlib
import os
import signal
import sys
import time
from typing import TYPE_CHECKING, NoReturn

from host.bare import leave
from host.limits import ATTEMPT_SECONDS
from host.supervise import isolate
from host.warm.ask import LENGTH_BYTES
from host.warm.limits import (
    WARM_CHILDREN_MAX,
    WARM_GRACE_SECONDS,
    WARM_PLACES_MAX,
    WARM_READY_SECONDS,
    WARM_SPARES,
    WARM_SPARES_LOST_MAX,
)
from host.warm.worker import DESCRIPTOR_BYTES, GO, wait_for_call, work_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from host.warm.load import Stamps

_BLOCK_BYTES = 1 << 16


class Fork:
    """One fork: its process, the resident's end of the channel, and when it has to be gone."""

    def __init__(self, process: int, channel: _socket.socket, seconds: float) -> None:
        self.process = process
        self.channel = channel
        self.end: float | None = time.monotonic() + seconds
        self.is_busy = False
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

    def go(self) -> None:
        """Let it go on with its call: the code that it is a fork of is the code on the disk."""
        with contextlib.suppress(OSError):  # it ended
            self.channel.send(GO)


class Crew:
    """All forks of one resident.

    `site` is the folder of the packages, `taken` are the stamps of each slice's files, by its name,
    and `shut` are descriptors of the resident that no fork keeps.
    """

    def __init__(self, site: str, taken: Mapping[str, Stamps], shut: Iterable[int]) -> None:
        self._site = site
        self._taken = taken
        self._shut = tuple(shut)
        self._forks: dict[int, Fork] = {}
        self._gone: list[Fork] = []
        self._places: tuple[bytes, ...] = ()
        self._lost = 0

    @property
    def channels(self) -> tuple[int, ...]:
        """The descriptors on which a fork may say something."""
        return tuple(self._forks)

    @property
    def is_at_work(self) -> bool:
        """Whether there is a fork that has a time to keep, or one that is to be seen off."""
        return bool(self._gone) or not all(one.is_spare for one in self._forks.values())

    @property
    def is_short(self) -> bool:
        """Whether another spare is wanted; where they die one after the other, one per call is."""
        spares = sum(not one.is_busy for one in self._forks.values())
        return spares < WARM_SPARES and self._lost < WARM_SPARES_LOST_MAX

    def give(self, connection: _socket.socket) -> Fork | None:
        """Give a call to the oldest spare, else to a new fork; None where there is none."""
        if sum(one.is_busy for one in self._forks.values()) >= WARM_CHILDREN_MAX:
            return None
        for one in self._forks.values():
            if one.is_spare and _passed(connection, one):
                self._lost = 0
                one.get_busy()
                return one
        return self._fork(connection)

    def mind(self, said: Iterable[int]) -> None:
        """Take what forks say on these channels, and see off who is to go."""
        for descriptor in said:
            if descriptor in self._forks:
                self._hear(self._forks[descriptor])
        self._gone = [one for one in self._gone if not _reaped(one.process)]
        now = time.monotonic()
        for one in (*self._forks.values(), *self._gone):
            if one.end is not None and now > one.end:
                _kill(one.process)

    def fill(self) -> None:
        """Fork a spare where one is wanted."""
        if self.is_short and self._fork(None) is None:
            self._lost += 1

    def _hear(self, one: Fork) -> None:
        """Take what a fork says: that it is ready, the place of its call, or its end."""
        try:
            said = one.channel.recv(_BLOCK_BYTES)
        except OSError:
            said = b""
        if not said:
            self._lost += not one.is_busy
            self._part_with(one)
        elif one.is_busy:
            self._note_place(one, said)
        else:
            one.get_ready()

    def _note_place(self, one: Fork, said: bytes) -> None:
        one.said += said
        told = one.said[LENGTH_BYTES:]
        if told and len(told) == int.from_bytes(one.said[:LENGTH_BYTES], "big"):
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

    def _fork(self, connection: _socket.socket | None) -> Fork | None:
        try:
            ours, its = _socket.socketpair()
        except OSError:
            return None
        with contextlib.closing(its):
            try:
                process = os.fork()
            except OSError:
                ours.close()
                return None
            if process == 0:
                self._be_one(its, connection, ours)
        one = self._forks[ours.fileno()] = Fork(process, ours, WARM_READY_SECONDS)
        if connection is not None:
            one.get_busy()
        return one

    def _be_one(
        self, channel: _socket.socket, connection: _socket.socket | None, ours: _socket.socket
    ) -> NoReturn:
        try:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            ours.close()
            for descriptor in (*self._shut, *self._forks):
                os.close(descriptor)
            isolate()
            if connection is None:
                connection = wait_for_call(channel, self._places)
            work_for(connection, channel, self._site, self._taken)
        finally:
            leave(1)


def _passed(connection: _socket.socket, one: Fork) -> bool:
    descriptor = connection.fileno().to_bytes(DESCRIPTOR_BYTES, sys.byteorder)
    try:
        one.channel.sendmsg([b"c"], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, descriptor)])
    except OSError:  # it was killed; its channel says so in a moment
        return False
    return True


def _reaped(process: int) -> bool:
    try:
        return os.waitpid(process, os.WNOHANG)[0] != 0
    except ChildProcessError:
        return True


def _kill(process: int) -> None:
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(OSError):
            kill(process, signal.SIGKILL)
