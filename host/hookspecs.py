"""The one hook that a slice's plugin module implements, and its marker."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from host.hook import Slice

PROJECT = "tidegate"

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec
def tidegate_slice() -> Slice:  # type: ignore[empty-body]
    """Return what the slice declares; called once per process, and it touches nothing."""
