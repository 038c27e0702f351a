"""Answers to calls over HTTP: what a hook would have printed, from a client's own process asked."""

# A call that no slice wants is answered at once, by the bridge itself. Another one goes by a relay
# (host/warm/relay.py), and where that comes to no answer by a fork, which does what a front does.

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from host import clients
from host.bare import leave
from host.decode import read_object
from host.front import TOO_LONG, decide
from host.limits import EVENT_MAX_BYTES
from host.triggers import wanted, wants_result
from host.warm.limits import HTTP_AT_ONCE_SECONDS, WARM_HELLO_SECONDS
from host.warm.request import RefusedError, Request, read, surroundings
from host.warm.worker import become

if TYPE_CHECKING:
    from _socket import socket
    from collections.abc import Callable

    from host.shortcut import Asker
    from host.warm.ask import Tried

    Asked = tuple[str, bytes, Asker]
    """The client's name, the event, and who asks."""

_BLOCK_BYTES = 1 << 18
_ANSWERED, _NOTHING_MORE, _UNREADABLE = 200, 204, 422
"""An answer; an empty one to a call of whose result nothing will be said either; no event."""


class Passes:
    """Answers what no slice wants; it keeps the surroundings of its last asker."""

    def __init__(self, site: str) -> None:
        self._site = site
        self._asker: bytes | None = None
        self._surroundings: tuple[dict[bytes, bytes], int] = ({}, 0)

    def answer(self, connection: socket) -> tuple[bytes, Asked | None] | None:
        """Answer the request, where nothing is to be said: None.

        Else return what was read of it, and what is asked where that is whole and can be judged.
        """
        connection.settimeout(HTTP_AT_ONCE_SECONDS)
        begun = b""
        try:
            begun = connection.recv(_BLOCK_BYTES)
            found = self._wanted(read(begun, _no_more, self._site))
        except Exception:  # noqa: BLE001  it is late, unsound or cut: a fork meets that again
            return begun, None
        if not isinstance(found, int):
            return begun, found
        respond(connection, found, b"")
        return None

    def _wanted(self, request: Request) -> Asked | int:
        """Return what is asked where a slice wants it, else the status of the empty answer.

        Raises where nobody can tell.
        """
        if request.asker != self._asker:
            self._asker = None
            self._surroundings = surroundings(request.asker)
            become(self._surroundings[0], "/", self._surroundings[1])
            self._asker = request.asker
        client = clients.load(request.client)
        event = read_object(request.event)
        glance = event if isinstance(event, str) else client.glance(event)
        if isinstance(event, str) or isinstance(glance, str):
            raise RefusedError(_UNREADABLE)
        scope = client.scope(event)
        asked = wanted(glance, scope)
        if asked is not None and not asked:
            is_call = request.once and glance[0] == "tool.call"
            return _NOTHING_MORE if is_call and not wants_result(glance, scope) else _ANSWERED
        environment, mask = self._surroundings
        return request.client, request.event, (environment, scope[0] or "/", mask)


def answer(
    connection: socket, begun: bytes, site: str, tried: Callable[[], Tried | None]
) -> NoReturn:
    """Answer the request whose first bytes are `begun` by the whole stack, and leave.

    `site` is the folder of the packages. `tried` returns what came of asking the resident before.
    What comes after an answer happens once it is out.
    """
    connection.settimeout(WARM_HELLO_SECONDS)

    def more(count: int) -> bytes:
        block = connection.recv(count)
        if not block:
            leave(1)  # the caller went away
        return block

    late: list[Callable[[], None]] = []
    try:
        text = _decided(read(begun, more, site), late, tried())
        respond(connection, _ANSWERED, text.encode("utf-8", "backslashreplace"))
    except RefusedError as refused:
        respond(connection, refused.status, b"")
    for call in late:
        call()
    leave(0)


def _decided(request: Request, late: list[Callable[[], None]], tried: Tried | None) -> str:
    try:
        client = clients.load(request.client)
    except LookupError:
        raise RefusedError(404) from None
    environment, mask = surroundings(request.asker)
    try:
        become(environment, _folder(client, request.event), mask)
    except OSError:  # the folder is gone; the event says where the call is
        become(environment, "/", mask)
    raw = request.event[:EVENT_MAX_BYTES]
    lost = TOO_LONG if len(raw) < len(request.event) else ""
    return decide(request.client, client, raw, late, lost=lost, tried=tried)


def _folder(client: clients.Client, raw: bytes) -> str:
    event = read_object(raw)
    try:
        return "/" if isinstance(event, str) else client.scope(event)[0] or "/"
    except Exception:  # noqa: BLE001  an event of a shape nobody thought of: the front says so
        return "/"


def _no_more(_count: int) -> bytes:
    raise TimeoutError


def respond(connection: socket, status: int, body: bytes) -> None:
    """Send a response, and close the connection; never raises."""
    length = "" if status == _NOTHING_MORE else f"Content-Length: {len(body)}\r\n"
    head = (
        f"HTTP/1.1 {status} -\r\nContent-Type: application/json\r\n"
        f"{length}Connection: close\r\n\r\n"
    )
    try:
        connection.sendall(head.encode("ascii") + body)
    except OSError:  # the caller gave up: it has asked in another way
        return
    finally:
        connection.close()
