"""The one hook that a slice's plugin module implements, and its marker."""

# pluggy's own markers would have each cold call import pluggy, which only looks at new modules.

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from host.hook import Slice

PROJECT = "tidegate"
MARK = f"{PROJECT}_impl"
"""The attribute by which pluggy knows an implementation of this project's hooks."""


def hookimpl(function: Callable[[], Slice]) -> Callable[[], Slice]:
    """Mark the implementation in a plugin module, as `pluggy.HookimplMarker(PROJECT)` does."""
    vars(function)[MARK] = _options()
    return function


def tidegate_slice() -> Slice:  # type: ignore[empty-body]
    """Return what the slice declares; called once per process, and it touches nothing."""


def _options() -> dict[str, Any]:
    ways = ("wrapper", "hookwrapper", "optionalhook", "tryfirst", "trylast")
    return {**dict.fromkeys(ways, False), "specname": None}
