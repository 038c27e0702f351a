"""From the paths that a call names to the notes that are anchored there."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import attrs
from attrs import frozen

from slices.recall import identity
from slices.recall.limits import FOLDER_DEPTH_MAX
from slices.recall.places import pattern_place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from slices.recall.index import Index, Match
    from slices.recall.note import Note
    from slices.recall.touches import Touch


@frozen
class Hit:
    """A note whose file a call names.

    `file` is the file itself: its real path on this machine, or `HOST:PATH`. `rank` is how exact
    the match is, lowest first; `write`, `certain` and `cause` are those of the touch.
    """

    note: Note
    file: str
    rank: int
    write: bool = False
    certain: bool = True
    cause: str = ""
    local: bool = True


def find(index: Index, touches: Iterable[Touch], *, folders: bool = False) -> tuple[Hit, ...]:
    """Return a hit per note and file, the most exact first; a write stands before a read.

    With `folders`, a touched folder stands for the anchored files in it.
    """
    found: dict[tuple[str, str], Hit] = {}
    for touch in touches:
        for hit in _of_touch(index, touch, folders=folders):
            key = (hit.note.source, hit.file)
            found[key] = _stronger(found.get(key), hit)
    return tuple(sorted(found.values(), key=_order))


def real(path: str) -> str:
    """Return the real path of a local file, the path itself where that cannot be told."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return path


def _order(hit: Hit) -> tuple[int, bool, str, str]:
    return hit.rank, hit.note.severity != "stop", hit.note.source, hit.file


def _stronger(one: Hit | None, other: Hit) -> Hit:
    if one is None:
        return other
    rank = min(one.rank, other.rank)
    write = one if (one.write, one.certain) >= (other.write, other.certain) else other
    return attrs.evolve(write, rank=rank)


def _of_touch(index: Index, touch: Touch, *, folders: bool) -> Iterator[Hit]:
    if touch.host is not None:
        matches = index.exact((identity.remote_key(touch.host, touch.path),))
        matches += index.globs(touch.path, touch.host)
        file = f"{identity.host_name(touch.host)}:{touch.path}"
    elif touch.pattern:
        yield from _of_pattern(index, touch.path, touch)
        return
    else:
        file = real(touch.path)
        matches = index.exact(identity.keys(touch.path)) + _globs(index, touch.path, file)
    for match in matches:
        yield _hit(match, touch, file)
    if folders and touch.host is None and os.path.isdir(touch.path):  # noqa: PTH112  no Path here
        yield from _of_folder(index, touch)


def _globs(index: Index, path: str, file: str) -> tuple[Match, ...]:
    spelt = index.globs(path)
    return spelt if file == path else spelt + index.globs(file)


def _of_pattern(index: Index, pattern: str, touch: Touch) -> Iterator[Hit]:
    for match in index.matching_pattern(pattern):
        if match.anchor.host is None:
            file = match.subject if match.how == "glob" else match.anchor.path
            yield _hit(match, touch, real(file))


def _of_folder(index: Index, touch: Touch) -> Iterator[Hit]:
    for depth in range(1, FOLDER_DEPTH_MAX + 1):
        pattern = pattern_place(touch.path, "/".join("*" * depth))
        if pattern is not None:
            yield from _of_pattern(index, pattern, attrs.evolve(touch, write=False, cause=""))


def _hit(match: Match, touch: Touch, file: str) -> Hit:
    local = touch.host is None
    return Hit(match.note, file, match.rank, touch.write, touch.certain, touch.cause, local)
