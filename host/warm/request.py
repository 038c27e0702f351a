"""A call over HTTP as it arrives: the client, the surroundings of its asker, and the event."""

# A request is `POST /CLIENT/IDENTITY`. Its body is what `host.warm.address` gave the caller as its
# asker, a newline, and the event as the client's hook would have it on standard input. `?once`
# behind the identity says that the caller need not ask about a call's result where it is told so.

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from host.warm.limits import HTTP_HEAD_MAX_BYTES, REQUEST_MAX_BYTES
from host.warm.places import identity

if TYPE_CHECKING:
    from collections.abc import Callable

    More = Callable[[int], bytes]
    """Gives up to so many bytes more of the request, at least one."""

_FIRST_LINE = re.compile(
    r"POST /(?P<client>[\w-]+)/(?P<identity>[0-9a-f]+)(?P<once>\?once)? HTTP/1\.[01]", re.ASCII
)
_HEAD_END = b"\r\n\r\n"
_BLOCK_BYTES = 1 << 16


class RefusedError(Exception):
    """The request is not answered, with this status: its caller asks in another way."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Request(NamedTuple):  # attrs comes from the environment, and this is imported before it
    """What was asked, and as whom."""

    client: str
    """The client's name, as a part of a module's."""
    asker: bytes
    """The first line of the body."""
    event: bytes
    once: bool
    """Whether the caller can be told that nothing will be said of the call's result."""


def read(begun: bytes, more: More, site: str) -> Request:
    """Return the request that begins so; raises `RefusedError`, and what `more` raises.

    `site` is the folder of the packages.
    """
    head, begun = _head(begun, more)
    first, *lines = head.decode("latin-1").split("\r\n")
    found = _FIRST_LINE.fullmatch(first)
    if found is None or found["identity"] != identity(site).hex():
        raise RefusedError(404)
    asker, _, event = _body(begun, more, _length(lines)).partition(b"\n")
    once = found["once"] is not None
    return Request(found["client"].replace("-", "_"), asker, event, once)


def surroundings(asker: bytes) -> tuple[dict[bytes, bytes], int]:
    """Return the asker's environment and umask; raises `RefusedError`."""
    try:
        found: Any = json.loads(asker)
        environment, mask = found["environment"], int(found["mask"])
        named = {_bytes(name): _bytes(text) for name, text in environment.items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        raise RefusedError(400) from None
    return named, mask


def _head(begun: bytes, more: More) -> tuple[bytes, bytes]:
    """Return the head, and what came of the body with it."""
    while _HEAD_END not in begun and len(begun) <= HTTP_HEAD_MAX_BYTES:
        begun += more(_BLOCK_BYTES)
    head, found, rest = begun.partition(_HEAD_END)
    if not found or len(head) > HTTP_HEAD_MAX_BYTES:
        raise RefusedError(431)
    return head, rest


def _length(lines: list[str]) -> int:
    split = (line.partition(":") for line in lines)
    named = {name.strip().lower(): text.strip() for name, _, text in split}
    text = named.get("content-length", "")
    if not (text.isascii() and text.isdigit()):
        raise RefusedError(411)
    if int(text) > REQUEST_MAX_BYTES:
        raise RefusedError(413)
    return int(text)


def _body(begun: bytes, more: More, length: int) -> bytes:
    blocks = [begun]
    left = length - len(begun)
    while left > 0:
        blocks.append(more(min(left, 1 << 20)))
        left -= len(blocks[-1])
    return b"".join(blocks)[:length]


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
