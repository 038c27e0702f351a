"""Which versions of Claude Code lie on this machine, and what each can do."""

from __future__ import annotations

import os
import re
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    Version = tuple[int, ...]

ON_FAILURE_SINCE = (2, 1, 295)
"""From here on a hook that dies or is late blocks the call; read in the client's changelog."""
MOD_SINCE = (2, 1, 287)
"""From here on the client loads mods; ours was tried with it."""
TRIED = (2, 1, 332)
"""The version that the tests drive."""
_VERSION_SECONDS = 20


def installed(search: str) -> list[tuple[str, Version]]:
    """Return program and version of each client in the folders of `search`, the value of PATH.

    The version of one that does not say it is ().
    """
    return [(program, _version(program)) for program in dict.fromkeys(_programs(search))]


def spelt(version: Version) -> str:
    """Return the version as the client says it."""
    return ".".join(map(str, version))


def _programs(search: str) -> Iterator[str]:
    for folder in search.split(os.pathsep):
        path = os.path.join(folder, "claude")  # noqa: PTH118  an empty folder is this one
        if os.path.isfile(path) and os.access(path, os.X_OK):  # noqa: PTH113  as above
            yield os.path.realpath(path)


def _version(program: str) -> Version:
    try:
        done = subprocess.run(
            [program, "--version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_VERSION_SECONDS,
            check=False,
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return ()
    found = re.search(r"\b(\d+)\.(\d+)\.(\d+)\b", done.stdout)
    return tuple(map(int, found.groups())) if found else ()
