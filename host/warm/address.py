"""Where and as whom a client that starts no process for a call asks the warm host."""

from __future__ import annotations

import json
import os
import socket
import time

from host.crude_rows import rows
from host.here import Here
from host.last_resort import enabled
from host.shortcut import is_own
from host.warm.limits import WARM_HELLO_SECONDS, WARM_UP_SECONDS
from host.warm.places import http_file, identity, socket_file
from host.warm.start import start

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from host.clients import Client

_STEP_SECONDS = 0.02
_NO_CALL, _REFUSED = b"GET / HTTP/1.1\r\n\r\n", b"HTTP/1.1 404"


def address(client: Client, site: str) -> dict[str, Any] | None:
    """Start the warm host where none runs, and return how it is reached over HTTP.

    `socket` is its path, `place` the last part of a request's, `asker` the first line of its body:
    what an answer may depend on of this process, such as its environment. `last_resort` holds the
    crude tests of the slices that are on, for a client that gets no answer at all. None where the
    platform or the person wants no warm host, or where none comes up in time.
    """
    path = socket_file(site)
    if not path:
        return None
    start(site)
    end = time.monotonic() + WARM_UP_SECONDS
    while not _answers(http_file(path)):
        if time.monotonic() > end:
            return None
        time.sleep(_STEP_SECONDS)
    return {
        "socket": http_file(path),
        "place": identity(site).hex(),
        "asker": _asker(),
        "last_resort": rows(enabled(Here("", client.options()))),
    }


def _answers(path: str) -> bool:
    """Tell whether somebody of this person answers there, not only listens: it may be stopped."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as one:
        one.settimeout(WARM_HELLO_SECONDS)
        try:
            one.connect(path)
            one.sendall(_NO_CALL)
            return is_own(one) and one.recv(len(_REFUSED)) == _REFUSED
        except OSError:
            return False


def _asker() -> str:
    mask = os.umask(0o077)
    os.umask(mask)
    return json.dumps({"environment": dict(os.environ), "mask": mask})
