"""Which files a patch leaves written, read from its headers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_APPLY_PATCH = ("*** Add File: ", "*** Update File: ", "*** Move to: ")
_NEW_NAME_BEHIND_OLD = {("--- ", "+++ "), ("*** ", "--- ")}
_MOVED = ("rename to ", "copy to ")


def files(patch: str) -> tuple[str, ...]:
    """Return the paths that the patch writes, as they are spelt, each once.

    A unified or context diff, git's renames, and the `*** Update File:` form are read. A file that
    the patch deletes is none of them.
    """
    return tuple(dict.fromkeys(_named(patch.split("\n"))))


def _named(lines: list[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        before = lines[number - 1][:4] if number else ""
        if (before, line[:4]) in _NEW_NAME_BEHIND_OLD:
            yield from _path(line[4:])
        elif line.startswith(_APPLY_PATCH):
            yield line.partition(": ")[2].strip()
        elif line.startswith(_MOVED):
            yield line.partition(" to ")[2].strip()


def _path(text: str) -> Iterator[str]:
    """Yield the path of a header without its time stamp, quotes and the prefix `b/`."""
    path = text.partition("\t")[0].strip().strip('"')
    if path and path != "/dev/null":
        yield path.removeprefix("b/")
