"""A call that the bridge passes on to the resident's forks, without a process of its own."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from host.bare import system
from host.limits import ATTEMPT_SECONDS, FRAME_MAX_BYTES
from host.shortcut import NONCE_BYTES, PASSED, TAKEN, connected, printable, request, text_in
from host.warm.ask import follow
from host.warm.limits import RELAY_MAX_BYTES, WARM_HELLO_SECONDS
from host.warm.places import identity

if TYPE_CHECKING:
    from _socket import socket

    from host.shortcut import Asker
    from host.warm.ask import Tried

_BLOCK_BYTES = 1 << 16


class Relay:
    """One caller, and the host that is asked for it.

    `begun` is what was read of the caller's request, for whoever has to go on with it. `end` is
    when the host's time is up, by the monotonic clock.
    """

    def __init__(self, caller: socket, begun: bytes, host: socket, nonce: bytes) -> None:
        self.caller = caller
        self.begun = begun
        self.end = time.monotonic() + WARM_HELLO_SECONDS
        self._host = host
        self._nonce = nonce
        self._said = b""
        self._is_taken = False

    @property
    def descriptor(self) -> int:
        """Where the answer comes."""
        return self._host.fileno()

    def hear(self) -> bytes | None:
        """Take what came, and return the answer once it is there, None before.

        Raises EOFError, ValueError and OSError where no sound answer comes.
        """
        block = self._host.recv(_BLOCK_BYTES)
        if not block:
            raise EOFError
        self._said += block
        if not self._is_taken:
            if len(self._said) <= NONCE_BYTES:
                return None
            verdict, self._said = self._said[: NONCE_BYTES + 1], self._said[NONCE_BYTES + 1 :]
            if verdict == self._nonce + PASSED:
                return b""
            self._take(verdict)
        text = text_in(self._said, self._nonce, FRAME_MAX_BYTES)
        return None if text is None else printable(text)

    def close(self) -> None:
        """Let what comes after the answer happen."""
        self._host.close()
        self.caller.close()

    def tried(self) -> Tried | None:
        """Return what came of the host in place of an answer, None where it took no call."""
        late = time.monotonic() >= self.end
        if self._is_taken:
            return follow(self._host, self._nonce, self._said, 0.0 if late else ATTEMPT_SECONDS)
        return (None, None) if late else None

    def _take(self, verdict: bytes) -> None:
        if verdict != self._nonce + TAKEN:
            raise ValueError(verdict)
        self._is_taken = True
        self.end = time.monotonic() + ATTEMPT_SECONDS


def request_of(site: str, client: str, raw: bytes, asker: Asker) -> tuple[bytes, bytes]:
    """Return the nonce, and the event as the resident is asked about it.

    `site` is the folder of the packages.
    """
    nonce = system.urandom(NONCE_BYTES)
    return nonce, request(identity(site), nonce, client, raw, asker)


def relayed(caller: socket, begun: bytes, path: str, asked: tuple[bytes, bytes]) -> Relay | None:
    """Ask the resident of the socket `path` for a caller; None where that would have to wait.

    `begun` is what was read of the caller's request. Raises OSError.
    """
    nonce, question = asked
    host = connected(path, "", WARM_HELLO_SECONDS) if len(question) <= RELAY_MAX_BYTES else None
    if host is None:
        return None
    host.sendall(question)
    return Relay(caller, begun, host, nonce)
