"""How commands speak of slices and layers: known names, and who said what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host import last_resort
from host.options import unknown

if TYPE_CHECKING:
    from host.errors import Problem
    from host.layers import Origin

_LAYERS = {
    "shipped": "as shipped",
    "outside": "{file}, which is off until you name it",
    "yours": "{file}",
    "client": "your client's plugin options ({file})",
    "project": "{file}",
    "yours here": "{file}, for this project",
    "last good": "the last configuration without a fault",
}


def misnamed(command: str, name: str) -> Problem | None:
    """Return what is wrong with the name of a slice, or None where a slice has it."""
    known = tuple(last_resort.names())
    if name in known:
        return None
    return unknown(command, "NAME", name, known, "a slice")


def said_by(origin: Origin) -> str:
    """Return who said something, for people."""
    return _LAYERS[origin.layer].format(file=origin.file)
