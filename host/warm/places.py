"""Where the warm host of this code and person listens; builtin modules only."""

import sys

from host import shortcut
from host.paths import ROOT, state_folder
from host.warm.limits import WARM_ADDRESS_MAX_BYTES

IDENTITY_BYTES = 8
_PROTOCOL = 2


def identity(site: str) -> bytes:
    """Return what only the same code under the same interpreter has: eight bytes.

    `site` is the folder of the packages.
    """
    import _imp

    text = f"{_PROTOCOL} {sys.version} {sys.executable} {ROOT} {site}"
    return _imp.source_hash(0, text.encode("utf-8", "surrogateescape"))


def socket_file(site: str) -> str:
    """Return the path of the socket, or "" where the platform or the call has none."""
    path = shortcut.socket_file(state_folder(), identity(site))
    return path if len(path.encode("utf-8", "surrogateescape")) <= WARM_ADDRESS_MAX_BYTES else ""


def http_file(socket: str) -> str:
    """Return the path of the socket of the bridge beside the resident's `socket`."""
    place, _, name = socket.rpartition("/")
    return f"{place}/http-{name.rpartition('-')[2]}"


def lock_file(socket: str) -> str:
    """Return the file that the one resident of this socket holds locked; it holds its pid."""
    return f"{socket}.lock"
