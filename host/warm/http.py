"""Calls over HTTP, from a client that starts no process: the whole front on one event.

A request is `POST /CLIENT/IDENTITY`. Its body is what `host.warm.address` gave the caller as its
asker, a newline, and the event as the client's hook would have it on standard input. The response
is what the hook would have printed.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from host import clients
from host.bare import leave
from host.decode import read_object
from host.front import TOO_LONG, decide
from host.limits import EVENT_MAX_BYTES
from host.warm.limits import (
    HTTP_HEAD_MAX_BYTES,
    REQUEST_MAX_BYTES,
    WARM_HELLO_SECONDS,
)
from host.warm.places import identity
from host.warm.worker import become

if TYPE_CHECKING:
    from _socket import socket
    from collections.abc import Callable

_FIRST_LINE = re.compile(r"POST /(?P<client>[\w-]+)/(?P<identity>[0-9a-f]+) HTTP/1\.[01]", re.ASCII)
_HEAD_END = b"\r\n\r\n"
_BLOCK_BYTES = 1 << 16


class _RefusedError(Exception):
    """The request is not answered, with this status: its caller asks in another way."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class _Request(NamedTuple):  # attrs comes from the environment, and this is imported before it
    client: str
    environment: dict[bytes, bytes]
    mask: int
    event: bytes


def answer(connection: socket, site: str) -> NoReturn:
    """Answer one request, and leave; `site` is the folder of the packages.

    What comes after an answer happens once it is out.
    """
    late: list[Callable[[], None]] = []
    connection.settimeout(WARM_HELLO_SECONDS)
    try:
        text = _decided(_request(connection, site), late)
        _respond(connection, 200, text.encode("utf-8", "backslashreplace"))
    except _RefusedError as refused:
        _respond(connection, refused.status, b"")
    for call in late:
        call()
    leave(0)


def _decided(request: _Request, late: list[Callable[[], None]]) -> str:
    try:
        client = clients.load(request.client)
    except LookupError:
        raise _RefusedError(404) from None
    folder = _folder(client, request.event)
    try:
        become(request.environment, folder, request.mask)
    except OSError:  # the folder is gone; the event says where the call is
        become(request.environment, "/", request.mask)
    raw = request.event[:EVENT_MAX_BYTES]
    lost = TOO_LONG if len(raw) < len(request.event) else ""
    return decide(request.client.replace("-", "_"), client, raw, late, lost=lost)


def _folder(client: clients.Client, raw: bytes) -> str:
    event = read_object(raw)
    try:
        return "/" if isinstance(event, str) else client.scope(event)[0] or "/"
    except Exception:  # noqa: BLE001  an event of a shape nobody thought of: the front says so
        return "/"


def _request(connection: socket, site: str) -> _Request:
    head, begun = _head(connection)
    first, *lines = head.decode("latin-1").split("\r\n")
    found = _FIRST_LINE.fullmatch(first)
    if found is None or found["identity"] != identity(site).hex():
        raise _RefusedError(404)
    asker, _, event = _body(connection, begun, _length(lines)).partition(b"\n")
    return _Request(found["client"], *_asker(asker), event)


def _head(connection: socket) -> tuple[bytes, bytes]:
    """Return the head, and what came of the body with it."""
    begun = b""
    while _HEAD_END not in begun and len(begun) <= HTTP_HEAD_MAX_BYTES:
        begun += _block(connection, _BLOCK_BYTES)
    head, found, rest = begun.partition(_HEAD_END)
    if not found or len(head) > HTTP_HEAD_MAX_BYTES:
        raise _RefusedError(431)
    return head, rest


def _length(lines: list[str]) -> int:
    named = {
        name.strip().lower(): text.strip() for name, _, text in (n.partition(":") for n in lines)
    }
    text = named.get("content-length", "")
    if not (text.isascii() and text.isdigit()):
        raise _RefusedError(411)
    if int(text) > REQUEST_MAX_BYTES:
        raise _RefusedError(413)
    return int(text)


def _body(connection: socket, begun: bytes, length: int) -> bytes:
    blocks = [begun]
    left = length - len(begun)
    while left > 0:
        blocks.append(_block(connection, min(left, 1 << 20)))
        left -= len(blocks[-1])
    return b"".join(blocks)[:length]


def _block(connection: socket, count: int) -> bytes:
    block = connection.recv(count)
    if not block:
        leave(1)  # the caller went away
    return block


def _asker(raw: bytes) -> tuple[dict[bytes, bytes], int]:
    try:
        found: Any = json.loads(raw)
        environment, mask = found["environment"], int(found["mask"])
        named = {_bytes(name): _bytes(text) for name, text in environment.items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        raise _RefusedError(400) from None
    return named, mask


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _respond(connection: socket, status: int, body: bytes) -> None:
    head = (
        f"HTTP/1.1 {status} -\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    try:
        connection.sendall(head.encode("ascii") + body)
    except OSError:  # the caller gave up: it has asked in another way
        return
    finally:
        connection.close()
