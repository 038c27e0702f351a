"""Where the warm host of this code and person listens; builtin modules only."""

import sys

from host.bare import system
from host.paths import ROOT, state_folder, variable
from host.warm.limits import WARM_ADDRESS_MAX_BYTES

SWITCH = "TIDEGATE_HOST"
"""An environment variable; `cold` means that no warm host is asked or started for this call."""
IDENTITY_BYTES = 8
_PROTOCOL = 1
_KIND, _FOLDER = 0o170000, 0o040000  # `S_IFMT`, `S_IFDIR`: `stat` is not imported for them


def folder() -> str:
    """Return the folder of the socket: in the person's runtime folder, else in the state."""
    runtime = variable("XDG_RUNTIME_DIR")
    if runtime.startswith("/") and _is_folder(runtime):
        return f"{runtime}/tidegate"
    return f"{state_folder()}/run"


def identity(site: str) -> bytes:
    """Return what only the same code under the same interpreter has: eight bytes.

    `site` is the folder of the packages.
    """
    import _imp

    text = f"{_PROTOCOL} {sys.version} {sys.executable} {ROOT} {site}"
    return _imp.source_hash(0, text.encode("utf-8", "surrogateescape"))


def socket_file(site: str) -> str:
    """Return the path of the socket, or "" where the platform or the call has none."""
    if not hasattr(system, "fork") or variable(SWITCH) == "cold":
        return ""
    path = f"{folder()}/host-{identity(site).hex()}"
    return path if len(path.encode("utf-8", "surrogateescape")) <= WARM_ADDRESS_MAX_BYTES else ""


def http_file(socket: str) -> str:
    """Return the path of the socket of the bridge beside the resident's `socket`."""
    place, _, name = socket.rpartition("/")
    return f"{place}/http-{name.rpartition('-')[2]}"


def lock_file(socket: str) -> str:
    """Return the file that the one resident of this socket holds locked; it holds its pid."""
    return f"{socket}.lock"


def is_private(path: str) -> bool:
    """Tell whether the folder is there, the person's own, and closed to everybody else."""
    try:
        found = system.lstat(path)
    except OSError:
        return False
    is_folder = found.st_mode & _KIND == _FOLDER
    return is_folder and found.st_uid == system.geteuid() and not found.st_mode & 0o077


def _is_folder(path: str) -> bool:
    try:
        return system.stat(path).st_mode & _KIND == _FOLDER
    except OSError:
        return False
