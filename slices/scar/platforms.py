"""On which platform the shell of a call runs, as far as scars care."""

from __future__ import annotations

import sys
from typing import Literal, get_args

Platform = Literal["linux", "macos", "windows"]
PLATFORMS: tuple[Platform, ...] = get_args(Platform)

_BY_NAME: dict[str, Platform] = {
    "win32": "windows",
    "cygwin": "windows",
    "msys": "windows",
    "darwin": "macos",
}


def platform_of(chosen: str) -> Platform:
    """Return the platform that the option `platform` names, or the one we run on for `auto`."""
    for known in PLATFORMS:
        if chosen == known:
            return known
    return _BY_NAME.get(sys.platform, "linux")
