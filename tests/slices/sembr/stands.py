"""The slice in the real phases, with its default options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from slices.sembr.options import Options

if TYPE_CHECKING:
    from collections.abc import Callable


def sembr(stand_of: Callable[..., Any], *others: str) -> Any:
    """Return a stand with sembr, and other slices after it."""
    stand = stand_of("sembr", *others)
    first, *rest = stand.members
    options = [m.slice.options() for m in rest]
    members = [attrs.evolve(m, options=o) for m, o in zip(rest, options, strict=True)]
    return attrs.evolve(stand, members=(attrs.evolve(first, options=Options()), *members))
