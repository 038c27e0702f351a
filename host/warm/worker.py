"""A resident's fork: it takes one question, becomes like its asker, and does what is asked."""

from __future__ import annotations

import _socket
import contextlib
import marshal
import os
import sys
import time
from typing import TYPE_CHECKING, NoReturn

from host import clients
from host.bare import leave, system
from host.cold import work
from host.limits import ATTEMPT_SECONDS
from host.question import Question
from host.supervise import work_in_child
from host.warm.ask import LENGTH_BYTES, MAGIC, NONCE_BYTES
from host.warm.limits import (
    PLACE_MAX_BYTES,
    REQUEST_MAX_BYTES,
    WARM_HELLO_SECONDS,
)
from host.warm.load import is_stale
from host.warm.places import IDENTITY_BYTES, identity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from host.supervise import Progress, Work
    from host.warm.load import Stamps

    Asker = tuple[dict[bytes, bytes], str, int]
    """The environment, the folder and the umask of who asks."""

GO, READY = b"g", b"r"
DESCRIPTOR_BYTES = 4
_HEAD_BYTES = len(MAGIC) + IDENTITY_BYTES + NONCE_BYTES + LENGTH_BYTES
_BLOCK_BYTES = 1 << 16


def wait_for_call(channel: _socket.socket, places: Iterable[bytes]) -> _socket.socket:
    """Get ready, above all for calls from these places, and return the connection of a caller.

    Where the resident ends before there is one, so does this process.
    """
    from host.warm.ready import make_ready  # attrs: it lies in the packages' folder

    make_ready(places)
    os.chdir("/")  # so that it keeps no folder from being unmounted
    channel.sendall(READY)
    said, rights, _, _ = channel.recvmsg(1, _socket.CMSG_SPACE(DESCRIPTOR_BYTES))
    if not said or not rights:
        leave(0)
    descriptor = int.from_bytes(rights[0][2][:DESCRIPTOR_BYTES], sys.byteorder)
    os.set_inheritable(descriptor, False)  # noqa: FBT003  positional only
    return _socket.socket(fileno=descriptor)


def work_for(
    connection: _socket.socket, channel: _socket.socket, site: str, taken: Mapping[str, Stamps]
) -> NoReturn:
    """Answer the question that comes over the connection, and leave.

    What may show is done once the resident said over the channel that the code is fresh. A slice is
    asked where its own files are: `taken` holds their stamps, by its name.
    """
    for one in (connection, channel):
        one.settimeout(WARM_HELLO_SECONDS)
    nonce, body = _request(connection, site)
    asked, asker = marshal.loads(body)  # noqa: S302  from the same user
    become(*asker)
    name, event, glance, wanted = asked
    question = Question(name, clients.load(name), event, glance, wanted)

    def greet() -> None:
        try:
            if channel.recv(1) != GO:
                leave(0)
            connection.sendall(nonce)
        except OSError:  # the resident is stopped, or nobody waits any more
            leave(1)
        connection.setblocking(True)  # noqa: FBT003  positional only

    def tell() -> None:
        _tell(channel, question, asker)

    def check(name: str) -> None:
        if is_stale(taken.get(name, {})):
            leave(1)

    todo = _Between(work(question, {}, site), check, greet, tell)
    held = connection.fileno()
    work_in_child(todo.run, nonce, held, held, ATTEMPT_SECONDS, isolated=True)


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
        after()


def _tell(channel: _socket.socket, question: Question, asker: Asker) -> None:
    """Tell the resident the place of this call, so that the next fork is ready for it."""
    with contextlib.suppress(Exception):  # what comes after must not miss out over it
        place = marshal.dumps((question.name, question.client.scope(question.event)[0], asker))
        if len(place) <= PLACE_MAX_BYTES:
            channel.sendall(len(place).to_bytes(LENGTH_BYTES, "big") + place)


def _request(connection: _socket.socket, site: str) -> tuple[bytes, bytes]:
    """Return the caller's nonce and the question; another protocol's or code's caller has none."""
    data = _at_least(connection, _HEAD_BYTES, b"")
    head, body = data[:_HEAD_BYTES], data[_HEAD_BYTES:]
    length = int.from_bytes(head[-LENGTH_BYTES:], "big")
    before_nonce = len(MAGIC) + IDENTITY_BYTES
    if head[:before_nonce] != MAGIC + identity(site) or length > REQUEST_MAX_BYTES:
        leave(1)
    return head[before_nonce:-LENGTH_BYTES], _at_least(connection, length, body)


def _at_least(connection: _socket.socket, count: int, data: bytes) -> bytes:
    blocks, left = [data], count - len(data)
    while left > 0:
        block = connection.recv(max(min(left, 1 << 20), _BLOCK_BYTES))
        if not block:
            leave(1)
        blocks.append(block)
        left -= len(block)
    return b"".join(blocks)
