"""What has to stay where it is while a resident runs: else nobody reaches it, and it ends."""

from __future__ import annotations

import os

from host.paths import home, state_folder
from host.warm.places import lock_file

Identity = tuple[int, int] | None
"""Device and inode, or None where nothing is there."""


def footing(socket: str) -> tuple[Identity, ...]:
    """Return what is there of a resident's socket and lock, of the home and of the state folder."""
    return tuple(map(_identity, (socket, lock_file(socket), home(), state_folder())))


def holds(then: tuple[Identity, ...], socket: str) -> bool:
    """Tell whether nothing of what was there went away or was replaced."""
    return all(before in (None, now) for before, now in zip(then, footing(socket), strict=True))


def _identity(path: str) -> Identity:
    try:
        found = os.stat(path)  # noqa: PTH116  plain texts, as everywhere in this package
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino
