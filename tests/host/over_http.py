"""Asks a resident's bridge as a client's own process does: over HTTP on its UNIX socket."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
from typing import TYPE_CHECKING, Any

from attrs import frozen

from host.warm.places import http_file

if TYPE_CHECKING:
    from collections.abc import Mapping

CLIENT = "claude-code"
SECONDS = 60  # for an answer that never comes, not a bound on how fast it has to be


class _Connection(http.client.HTTPConnection):
    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(SECONDS)
        self.sock.connect(self.host)


@frozen
class Door:
    """Where the bridge of the resident with the socket `resident` listens, and as whom to ask."""

    resident: str
    environment: Mapping[str, str]

    @property
    def path(self) -> str:
        """The bridge's socket."""
        return http_file(self.resident)

    def ask(self, event: Mapping[str, Any] | bytes) -> str:
        """Return what is answered to the event; it has to be answered."""
        raw = event if isinstance(event, bytes) else json.dumps(event).encode()
        status, said = self.post(self.asker() + b"\n" + raw)
        assert status == 200
        return said

    def asker(self) -> bytes:
        """Return the first line of a request's body."""
        return json.dumps({"environment": dict(self.environment), "mask": 0o22}).encode()

    def post(self, body: bytes, place: str = "", **headers: str) -> tuple[int, str]:
        """Send one request and return status and text."""
        connection = _Connection(self.path)
        path = place or f"/{CLIENT}/{self.path.rpartition('-')[2]}"
        try:
            with contextlib.suppress(BrokenPipeError):  # it was refused by its head alone
                connection.request("POST", path, body, headers)
            response = connection.getresponse()
            return response.status, response.read().decode()
        finally:
            connection.close()
