"""Who is at the other end of a UNIX socket, as the kernel says."""

import sys

from host.bare import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _socket import socket

_UID_BYTES = slice(4, 8)  # of Linux's `struct ucred` and of macOS's `struct xucred` alike
_LOCAL_PEERCRED = (0, 1, 76)  # macOS: the level SOL_LOCAL, the option, the size of the struct


def is_own(connection: "socket") -> bool:
    """Tell whether the peer runs as this process's user; not where the kernel does not say."""
    import _socket

    if sys.platform == "darwin":
        asked = _LOCAL_PEERCRED
    elif hasattr(_socket, "SO_PEERCRED"):
        asked = (_socket.SOL_SOCKET, _socket.SO_PEERCRED, 12)
    else:
        return False
    try:
        found = connection.getsockopt(*asked)
    except OSError:
        return False
    return int.from_bytes(found[_UID_BYTES], sys.byteorder) == system.geteuid()
