"""A resident's fork: it takes calls, and answers the first that a slice wants; then it ends."""

from __future__ import annotations

import _socket
import contextlib
import marshal
import os
import select
import signal
import time
from typing import TYPE_CHECKING, NoReturn

from host import clients
from host.bare import leave, system
from host.cold import work
from host.decode import read_object
from host.environment import ready
from host.limits import ATTEMPT_SECONDS
from host.question import Question
from host.shortcut import LENGTH_BYTES, MAGIC, NONCE_BYTES, PASSED, TAKEN, is_own
from host.supervise import work_in_child
from host.triggers import wanted
from host.warm.limits import (
    PLACE_MAX_BYTES,
    REQUEST_MAX_BYTES,
    WARM_HELLO_SECONDS,
    WARM_KNOCK_SECONDS,
    WARM_PASSES_MAX,
    WARM_PAUSE_SECONDS,
    WARM_QUESTION_SECONDS,
    WARM_READY_SECONDS,
    WARM_USED_SECONDS,
)
from host.warm.load import is_stale
from host.warm.places import IDENTITY_BYTES, identity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from host.shortcut import Asker
    from host.supervise import Progress, Work
    from host.warm.load import Stamps

GO, FOREMOST, WAKE = b"g", b"f", b"w"
"""What the resident says to a fork: the code is fresh, the next call is for this one, and a call is
about to come."""
READY, LOOK, CALLED, USED, DONE = b"r", b"l", b"c", b"u", b"d"
"""What a fork says to the resident: it is ready, it takes a call that nobody knocked for, it has a
call that a slice wants, it answered calls that none wants, it has answered enough of them and ends.
"""
_HEAD_BYTES = len(MAGIC) + IDENTITY_BYTES + NONCE_BYTES + LENGTH_BYTES
_BLOCK_BYTES = 1 << 16


class _NoCallError(Exception):
    """What came over a connection is no call that can be answered here: the front does."""


class Worker:
    """One fork, which hears from the resident over `channel` and takes its calls from `server`.

    `site` is the folder of the packages, `taken` are the stamps of each slice's files by its name,
    and `front` those of what tells whether a slice wants a call.
    """

    def __init__(
        self,
        channel: _socket.socket,
        server: _socket.socket,
        site: str,
        taken: Mapping[str, Stamps],
        front: Stamps,
    ) -> None:
        self._channel = channel
        self._server = server
        self._site = site
        self._taken = taken
        self._front = front
        self._passes = 0
        self._used = 0.0
        self._woken = 0.0

    def wait(self, places: Iterable[bytes]) -> NoReturn:
        """Get ready, above all for calls from these places, and answer what comes.

        Where the resident ends before there is a call that somebody wants, so does this process.
        """
        from host.warm.ready import make_ready  # attrs: it lies in the packages' folder

        with in_time(WARM_READY_SECONDS):
            wake = make_ready(places)
        os.chdir("/")  # so that it keeps no folder from being unmounted
        self._channel.sendall(READY)
        poll = select.poll()
        poll.register(self._channel, select.POLLIN)
        while self._passes < WARM_PASSES_MAX:
            if self._channel.fileno() not in [found for found, _ in poll.poll()]:
                self._take()
            elif (word := self._channel.recv(1)) == FOREMOST:
                poll.register(self._server, select.POLLIN)
            elif word == WAKE:
                self._woken = time.monotonic()
                with in_time(WARM_READY_SECONDS):
                    wake()
            else:
                leave(0)
        self._channel.sendall(DONE)
        leave(0)

    def _take(self) -> None:
        try:
            descriptor, _ = self._server._accept()  # type: ignore[attr-defined]  # noqa: SLF001  as `socket` does
        except OSError:  # the caller went away, or the resident was faster
            return
        if time.monotonic() > self._woken + WARM_KNOCK_SECONDS:
            self._channel.sendall(LOOK)
        self.meet(_socket.socket(fileno=descriptor))

    def meet(self, connection: _socket.socket) -> None:
        """Answer a call that no slice wants, and return; answer another one, and leave.

        What is no call at all is not answered.
        """
        with contextlib.closing(connection):
            try:
                question, nonce, asker = self._question(connection)
            except Exception:  # noqa: BLE001  the front meets it again, and can tell
                return
            if question.wanted is None or question.wanted:
                self._work(question, connection, nonce, asker)
            if is_stale(self._front):
                self._channel.sendall(CALLED)  # the resident looks at its code then, and ends
                leave(1)
            with contextlib.suppress(OSError):  # the caller went away
                connection.sendall(nonce + PASSED)
        self._note_use()

    def _question(self, connection: _socket.socket) -> tuple[Question, bytes, Asker]:
        """Return what is asked, the asker's nonce, and the asker, whom this process becomes."""
        connection.settimeout(WARM_QUESTION_SECONDS)
        nonce, body = _request(connection, self._site)
        connection.settimeout(WARM_HELLO_SECONDS)
        name, raw, asker = marshal.loads(body)  # noqa: S302  from the same user
        environment, folder, mask = asker
        become(environment, "/", mask)
        event, client = read_object(raw), clients.load(name)
        glance = event if isinstance(event, str) else client.glance(event)
        if isinstance(event, str) or isinstance(glance, str):
            raise _NoCallError(glance)
        asked = wanted(glance, client.scope(event))
        if asked is None or asked:
            os.chdir(folder)
            if ready() != self._site:
                raise _NoCallError
        return Question(name, client, event, glance, asked), nonce, asker

    def _work(
        self, question: Question, connection: _socket.socket, nonce: bytes, asker: Asker
    ) -> NoReturn:
        """Answer a call by the slices, and leave.

        What may show is done once the resident said that the code is fresh. A slice is asked where
        its own files are.
        """
        self._server.close()
        self._channel.settimeout(WARM_HELLO_SECONDS)
        self._channel.sendall(CALLED)
        connection.sendall(nonce + TAKEN)

        def greet() -> None:
            try:
                while (word := self._channel.recv(1)) == WAKE:
                    continue
                if word != GO:
                    leave(0)
            except OSError:  # the resident is stopped
                leave(1)
            connection.setblocking(True)  # noqa: FBT003  positional only

        def check(name: str) -> None:
            if is_stale(self._taken.get(name, {})):
                leave(1)

        todo = _Between(
            work(question, {}, self._site),
            check,
            greet,
            lambda: _tell(self._channel, question, asker),
        )
        held = connection.fileno()
        work_in_child(todo.run, nonce, held, held, ATTEMPT_SECONDS, isolated=True)

    def _note_use(self) -> None:
        """Tell the resident now and then that it is used."""
        self._passes += 1
        now = time.monotonic()
        if now > self._used + WARM_USED_SECONDS:
            self._used = now
            self._channel.sendall(USED)


@contextlib.contextmanager
def in_time(seconds: float) -> Iterator[None]:
    """End this process where it takes longer: the resident that would end it may be gone."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGALRM,))
    signal.setitimer(signal.ITIMER_REAL, seconds)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)


def become(environment: Mapping[bytes, bytes], folder: str, mask: int) -> None:
    """Take the asker's environment in place of one's own, for Python and for what it calls."""
    before = system.environ
    if before != environment:
        for name in before.keys() - environment.keys():
            del os.environ[os.fsdecode(name)]
        for name in [name for name, value in environment.items() if before.get(name) != value]:
            os.environ[os.fsdecode(name)] = os.fsdecode(environment[name])
        time.tzset()
    os.chdir(folder)
    os.umask(mask)


class _Between:
    """Some work with a greeting of the caller before it does anything that shows.

    `check` is called with a slice's name before it is asked, and `tell` once the answer is out,
    before what the work has left to do.
    """

    def __init__(
        self,
        work: Work,
        check: Callable[[str], None],
        greet: Callable[[], None],
        tell: Callable[[], None],
    ) -> None:
        self._work = work
        self._check = check
        self._greet: Callable[[], None] | None = greet
        self._tell = tell
        self._begun = False

    def run(self, progress: Progress) -> tuple[str, Callable[[], None]]:
        """Do the work."""

        def step(name: str, stage: str) -> None:
            if name:
                self._check(name)
            if self._begun:  # a slice is asked, or what they said is put together
                self._greet_once()
                progress(name, stage)
            self._begun = True

        text, after = self._work(step)
        self._greet_once()
        return text, lambda: self._end(after)

    def _greet_once(self) -> None:
        if self._greet is not None:
            self._greet()
            self._greet = None

    def _end(self, after: Callable[[], None]) -> None:
        self._tell()
        time.sleep(WARM_PAUSE_SECONDS)
        after()


def _tell(channel: _socket.socket, question: Question, asker: Asker) -> None:
    """Tell the resident the place of this call, so that the next fork is ready for it."""
    with contextlib.suppress(Exception):  # what comes after must not miss out over it
        place = marshal.dumps((question.name, question.client.scope(question.event)[0], asker))
        if len(place) <= PLACE_MAX_BYTES:
            channel.sendall(len(place).to_bytes(LENGTH_BYTES, "big") + place)


def _request(connection: _socket.socket, site: str) -> tuple[bytes, bytes]:
    """Return the caller's nonce and the question; raises OSError, and `_NoCallError` for no call.

    Another user's, and another protocol's or code's, is none.
    """
    if not is_own(connection):
        raise _NoCallError
    data = _at_least(connection, _HEAD_BYTES, b"")
    head, body = data[:_HEAD_BYTES], data[_HEAD_BYTES:]
    length = int.from_bytes(head[-LENGTH_BYTES:], "big")
    before_nonce = len(MAGIC) + IDENTITY_BYTES
    if head[:before_nonce] != MAGIC + identity(site) or length > REQUEST_MAX_BYTES:
        raise _NoCallError
    return head[before_nonce:-LENGTH_BYTES], _at_least(connection, length, body)


def _at_least(connection: _socket.socket, count: int, data: bytes) -> bytes:
    blocks, left = [data], count - len(data)
    while left > 0:
        block = connection.recv(max(min(left, 1 << 20), _BLOCK_BYTES))
        if not block:
            raise _NoCallError
        blocks.append(block)
        left -= len(block)
    return b"".join(blocks)
