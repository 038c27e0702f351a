"""Whether an anchor still has a file, looked up on the disk within a bound."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from slices.recall import globs
from slices.recall.limits import FILES_SEARCHED_PER_GLOB_MAX

if TYPE_CHECKING:
    from collections.abc import Iterator

    from slices.recall.note import Anchor


def is_dangling(anchor: Anchor) -> bool:
    """Whether there is no file for the anchor here.

    A remote anchor is never dangling, and a glob is not where its folders hold more files than are
    searched: what was not looked at may be there.
    """
    if anchor.kind == "path":
        return not os.path.lexists(anchor.path)
    return anchor.kind == "glob" and not _has_file(anchor.path)


def _has_file(pattern: str) -> bool:
    folder, depth = globs.bucket(pattern)
    most = None if depth == globs.ANY_DEPTH else depth
    for count, path in enumerate(_files(folder or "/", most)):
        if count >= FILES_SEARCHED_PER_GLOB_MAX or globs.matches(pattern, path):
            return True
    return False


def _files(folder: str, depth: int | None) -> Iterator[str]:
    """Return the files up to so many names below a folder; links to folders are not followed."""
    top = folder.rstrip("/")
    for at, below, names in os.walk(top or "/"):
        level = at[len(top) :].rstrip("/").count("/") + 1
        if depth is not None and level >= depth:
            below.clear()
        yield from (f"{at.rstrip('/')}/{name}" for name in names)
