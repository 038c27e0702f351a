"""A resident's child: it takes one question, becomes like its asker, and does what is asked."""

from __future__ import annotations

import marshal
import os
import time
from typing import TYPE_CHECKING, Any, NoReturn

from host import clients
from host.bare import leave
from host.cold import work
from host.limits import ATTEMPT_SECONDS
from host.question import Question
from host.supervise import work_in_child
from host.warm.ask import LENGTH_BYTES, MAGIC, NONCE_BYTES
from host.warm.limits import (
    REQUEST_MAX_BYTES,
    WARM_HELLO_SECONDS,
)
from host.warm.places import identity

if TYPE_CHECKING:
    from _socket import socket

_IDENTITY_BYTES = 8


def work_for(connection: socket, site: str) -> NoReturn:
    """Answer the question that comes over the connection, and leave."""
    connection.settimeout(WARM_HELLO_SECONDS)
    head = _exactly(connection, len(MAGIC) + _IDENTITY_BYTES + NONCE_BYTES + LENGTH_BYTES)
    length = int.from_bytes(head[-LENGTH_BYTES:], "big")
    if head[: len(MAGIC) + _IDENTITY_BYTES] != MAGIC + identity(site) or length > REQUEST_MAX_BYTES:
        leave(1)
    asked, asker = marshal.loads(_exactly(connection, length))  # noqa: S302  from the same user
    nonce = head[len(MAGIC) + _IDENTITY_BYTES : -LENGTH_BYTES]
    become(*asker)
    name, event, glance, wanted = asked
    question = Question(name, clients.load(name), event, glance, wanted)
    connection.setblocking(True)  # noqa: FBT003  positional only
    connection.sendall(nonce)
    descriptor = connection.detach()
    work_in_child(work(question, {}, site), nonce, descriptor, descriptor, ATTEMPT_SECONDS)


def _exactly(connection: socket, count: int) -> bytes:
    blocks: list[bytes] = []
    while count > 0:
        block = connection.recv(min(count, 1 << 20))
        if not block:
            leave(1)
        blocks.append(block)
        count -= len(block)
    return b"".join(blocks)


def become(environment: dict[Any, Any], folder: str, mask: int) -> None:
    """Take the asker's environment in place of one's own, for Python and for what it calls."""
    for name in [name for name in os.environ if os.fsencode(name) not in environment]:
        del os.environ[name]
    for name, value in environment.items():
        os.environ[os.fsdecode(name)] = os.fsdecode(value)
    time.tzset()
    os.chdir(folder)
    os.umask(mask)
