"""Makes the file of the shortcut once an answer is out, so that the next call can take it."""

import marshal
import sys
from _frozen_importlib_external import MAGIC_NUMBER, PathFinder

from host.bare import complain, read_file, system, write_file
from host.bundle import stamp
from host.limits import (
    ATTEMPT_SECONDS,
    FRAME_MAX_BYTES,
    KEPT_EVENT_MAX_BYTES,
    KEPT_EVENTS_MAX,
    SHORTCUT_MAX_BYTES,
)
from host.paths import ROOT
from host.warm.limits import WARM_HELLO_SECONDS
from host.warm.places import identity

TYPE_CHECKING = False

_SOURCE = f"{ROOT}/host/shortcut.py"
_UNCHECKED = bytes(12)  # no flags, and no source to compare with: the shortcut does that itself


def shortcut_file(client: str, site: str) -> str:
    """Return the file of the shortcut for a client; `bin/tidegate-hook` spells it out too.

    It lies beside the packages' folder `site`, in the folder of the environment.
    """
    return f"{site.rsplit('/', 2)[0]}/shortcut-{client.replace('_', '-')}.pyc"


def keep_shortcut(client: str, site: str) -> None:
    """Write it where it is not there, or not of what is there now; never raises."""
    if not hasattr(system, "fork"):
        return
    file = shortcut_file(client, site)
    try:
        data = _compiled(site)
        if read_file(file, SHORTCUT_MAX_BYTES) != data:
            write_file(file, data)
    except (OSError, SyntaxError, ValueError) as error:
        complain(f"there is no shortcut to the warm host: {error}")


def _compiled(site: str) -> bytes:
    """Return what the interpreter runs without compiling it; raises OSError, SyntaxError."""
    taken, source = stamp(_SOURCE), read_file(_SOURCE, SHORTCUT_MAX_BYTES)
    if taken is None or source is None:
        raise OSError(_SOURCE)
    limits = (
        KEPT_EVENT_MAX_BYTES,
        KEPT_EVENTS_MAX,
        WARM_HELLO_SECONDS,
        ATTEMPT_SECONDS,
        FRAME_MAX_BYTES,
    )
    known = (ROOT, taken, identity(site), _library(), limits)
    code = compile(source + f"\nmain({known!r})\n".encode(), _SOURCE, "exec", optimize=2)
    return MAGIC_NUMBER + _UNCHECKED + marshal.dumps(code)


def _library() -> str:
    found = None if "_socket" in sys.builtin_module_names else PathFinder.find_spec("_socket")
    return "" if found is None or found.origin is None else found.origin
