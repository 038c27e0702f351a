"""Where people's scars lie: in the project of the session, and in the person's config folder."""

from __future__ import annotations

import os

from attrs import frozen

from host import paths
from slices.scar.limits import PARENTS_MAX

NAME = "scar"
"""The slice, as the hook entry's watches know it."""
SCARS = ".tidegate/scars"
SUFFIX = ".toml"
_MARKS = (".tidegate", ".git")


@frozen
class Place:
    """A folder of scars; `root` is the project's, None for the person's own."""

    path: str
    root: str | None


def declared() -> tuple[str, ...]:
    """Return the folders as a hook declares them."""
    return (SCARS, mine().path)


def mine() -> Place:
    """Return the person's own folder."""
    return Place(f"{paths.config_folder()}/scars", None)


def place_of(path: str) -> Place:
    """Return the place of a folder that the hook entry found."""
    root = path.removesuffix(f"/{SCARS}")
    return Place(path, None if root == path else root or "/")


def in_force(cwd: str) -> tuple[Place, ...]:
    """Return the places that count for a session in `cwd`, the project's first."""
    root = project(cwd)
    own = () if root is None else (Place(f"{root.rstrip('/')}/{SCARS}", root),)
    return (*own, mine())


def project(folder: str) -> str | None:
    """Return the nearest folder, from `folder` upwards, that holds `.tidegate` or `.git`."""
    if not os.path.isabs(folder):  # noqa: PTH117  no Path on the hot path
        return None
    for _ in range(PARENTS_MAX):
        if any(os.path.lexists(f"{folder.rstrip('/')}/{mark}") for mark in _MARKS):
            return folder
        parent = os.path.dirname(folder)  # noqa: PTH120  as above
        if parent == folder:
            return None
        folder = parent
    return None


def absolute(pattern: str, root: str) -> str:
    """Return a pattern of a path from the root: from `root`, the home folder or as it is."""
    if pattern.startswith("/"):
        return pattern
    if pattern.startswith("~/"):
        return f"{paths.home()}{pattern[1:]}"
    return f"{_literal(root).rstrip('/')}/{pattern}"


def _literal(path: str) -> str:
    return "".join(f"[{c}]" if c in "*?[" else c for c in path)
