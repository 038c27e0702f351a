"""Makes the bundle of the front once an answer is out, so that the next call loads it at once."""

import marshal
import sys
from _frozen_importlib_external import PathFinder

from host.bare import complain, write_file
from host.bundle import read_body, stamp, summed
from host.bundle_file import code_of, drop_the_oldest, headed, laid_out, origin_of
from host.paths import ROOT, state_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import CodeType

    from host.bundle import Origin

_PREFIX = "front-"
_PACKAGES = {"host", "host.clients", "host.warm"}
EACH_CALL = (
    "host",
    "host.bare",
    "host.clients",
    "host.plainjson",
    "host.decode",
    "host.limits",
    "host.question",
    "host.paths",
    "host.shortcut",
    "host.rescue",
    "host.crude",
    "host.here",
    "host.bundle",
    "host.watches",
    "host.triggers",
    "host.front",
)
"""What the front loads whatever the call, beside its client, in the order of completion."""
SOME_CALLS = (
    "host.outside",
    "host.environment",
    "host.warm",
    "host.supervise",
    "host.warm.limits",
    "host.warm.places",
    "host.warm.ask",
    "host.refusals",
    "host.cold",
    "host.judge",
    "host.bundle",
    "host.bundle_file",
    "host.bundle_front",
    "host.bundle_whole",
    "host.later",
    "host.shortcut_file",
)
"""What the front loads for a call that somebody wants."""
LIBRARIES = ("_socket", "resource")
"""Library files that it loads then, where the interpreter does not hold them itself."""


def front_file(client: str) -> str:
    """Return the bundle of this interpreter, this copy of the plugin, and the client's module.

    Its name, and how its head is read, is spelled out in `bin/tidegate-hook` too.
    """
    made_for = f"{ROOT}\n{client}".encode("utf-8", "surrogateescape")
    return f"{state_folder()}/{_PREFIX}{summed(made_for).hex()}"


def keep_front(client: str) -> None:
    """Write the front's bundle where there is none that holds what is there now; never raises."""
    file = front_file(client)
    try:
        if not _is_current(file):
            write_file(file, _whole(client))
            drop_the_oldest(_PREFIX)
    except (OSError, SyntaxError, ValueError) as error:
        complain(f"the front's modules are not bundled: {error}")


def _whole(client: str) -> bytes:
    each, some = _read((*EACH_CALL, f"host.clients.{client}")), _read(SOME_CALLS)
    modules = tuple((name, *piece) for name, piece in each.items())
    pieces = {name: (origin, marshal.dumps(code)) for name, (origin, code) in some.items()}
    places, row = laid_out({**pieces, **dict(_libraries())})
    return headed((some["host.bundle"][1], (ROOT, modules, places))) + row


def _libraries() -> "Iterator[tuple[str, tuple[Origin, bytes]]]":
    for name in LIBRARIES:
        found = None if name in sys.builtin_module_names else PathFinder.find_spec(name)
        if found is not None and found.origin is not None:
            yield name, (origin_of(found.origin, is_package=False), marshal.dumps(None))


def _read(names: "Iterable[str]") -> "dict[str, tuple[Origin, CodeType]]":
    origins = {name: _origin(name) for name in names}
    return {name: (origin, code_of(name, origin)) for name, origin in origins.items()}


def _origin(name: str) -> "Origin":
    path = f"{ROOT}/{name.replace('.', '/')}"
    is_package = name in _PACKAGES
    return origin_of(f"{path}/__init__.py" if is_package else f"{path}.py", is_package=is_package)


def _is_current(file: str) -> bool:
    try:
        (_, (_, modules, others)), _ = read_body(file)
        origins = [*(one[1] for one in modules), *(origin for origin, _ in others.values())]
    except (OSError, ValueError, TypeError, AttributeError, IndexError):
        return False
    return all(stamp(origin[0]) == origin[3] for origin in origins)
