"""How a bundle is laid out in its file, and what it is made of."""

import marshal
from _frozen_importlib_external import SourceFileLoader, cache_from_source

from host.bare import system
from host.bundle import HEAD_BYTES, SUM_BYTES, stamp, summed
from host.limits import BUNDLES_MAX
from host.paths import state_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import CodeType
    from typing import Any

    from host.bundle import Origin, Place

    Places = dict[str, tuple[Origin, Place]]


def headed(body: "Any") -> bytes:
    """Return the first part of a bundle: the body, marshalled, behind its sum and its length."""
    data = marshal.dumps(body)
    return summed(data) + len(data).to_bytes(HEAD_BYTES - SUM_BYTES, "little") + data


def laid_out(pieces: "Mapping[str, tuple[Origin, bytes]]") -> "tuple[Places, bytes]":
    """Return where each module's marshalled code lies in a row of them, and that row."""
    places, at = {}, 0
    for name, (origin, code) in pieces.items():
        places[name] = (origin, (at, len(code), summed(code)))
        at += len(code)
    return places, b"".join(code for _, code in pieces.values())


def origin_of(file: str, *, is_package: bool) -> "Origin":
    """Return where a module comes from, as its source is now; raises `OSError`."""
    taken = stamp(file)
    if taken is None:
        raise OSError(file)
    return (file, is_package, cache_from_source(file), taken)


def code_of(name: str, origin: "Origin") -> "CodeType":
    """Return a module's code as an import gets it; raises `OSError`, `SyntaxError`, `ValueError`.

    The origin is older than the code: a change meanwhile makes the bundle stale.
    """
    code = SourceFileLoader(name, origin[0]).get_code(name)
    if code is None:
        raise OSError(name)
    return code


def drop_the_oldest(prefix: str) -> None:
    """Remove all but the newest bundles of one kind; raises `OSError`.

    Another process may be at the same, or be writing one: its draft has a longer name.
    """
    folder = state_folder()
    names = [name for name in system.listdir(folder) if name.startswith(prefix) and "." not in name]
    files = [f"{folder}/{name}" for name in names]
    for file in sorted(files, key=lambda one: stamp(one) or (0,))[:-BUNDLES_MAX]:
        try:
            system.unlink(file)
        except FileNotFoundError:
            continue
