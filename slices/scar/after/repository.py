"""What the project's git index says about its files, read without running git."""

from __future__ import annotations

import os
import struct
from typing import TYPE_CHECKING

from attrs import frozen

from slices.scar.after.checkers import checker_of
from slices.scar.limits import (
    INDEX_MAX_BYTES,
    PARENTS_MAX,
    REF_MAX_BYTES,
    REFS_MAX_BYTES,
    TRACKED_MAX,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

_HEADER = struct.Struct(">4sLL")
_STAT = struct.Struct(">10L20sH")  # times, device, inode, mode, owner, size; object; flags
_EXTENDED = 0x4000
_REGULAR = 0o100000
_SECOND_NS = 1_000_000_000
_PLAIN_VERSIONS = (2, 3)
_SHARED_VERSION = 4


@frozen
class Entry:
    """A tracked file: its absolute path, the time and size at which git saw it, its object."""

    path: str
    mtime_ns: int
    size: int
    object: str


@frozen
class Repository:
    """A work tree: its top folder, its git folder, the stamp of its index, its checked files.

    `stamp` is "" where the index could not be read; then there are no entries.
    """

    top: str
    folder: str
    stamp: str = ""
    mtime_ns: int = 0
    entries: tuple[Entry, ...] = ()


def find(folder: str) -> Repository | None:
    """Return the repository that the folder lies in, with the files that a checker can judge.

    At most `TRACKED_MAX` of them, and none where the index is past `INDEX_MAX_BYTES`.
    """
    place = os.path.abspath(folder)  # noqa: PTH100  pathlib costs more than the whole look
    for _ in range(PARENTS_MAX):
        git = _git_folder(place)
        if git is not None:
            return _with_index(Repository(place, git))
        above = os.path.dirname(place)  # noqa: PTH120
        if above == place:
            return None
        place = above
    return None


def head_of(repository: Repository) -> str:
    """Return the commit that is checked out, or "" where that cannot be told from files."""
    text = _text_of(f"{repository.folder}/HEAD")
    if not text.startswith("ref: "):
        return text
    name = text[5:]
    common = _joined(repository.folder, _text_of(f"{repository.folder}/commondir"))
    return _text_of(f"{common}/{name}") or _packed(common, name)


def _packed(folder: str, name: str) -> str:
    lines = _text_of(f"{folder}/packed-refs", REFS_MAX_BYTES).split("\n")
    return next((line.split(" ")[0] for line in lines if line.endswith(f" {name}")), "")


def is_as_git_has_it(entry: Entry, repository: Repository) -> bool:
    """Tell whether the file is certainly as git last saw it.

    A file that was written as late as the index may have changed since without a trace.
    """
    if entry.mtime_ns >= repository.mtime_ns:
        return False
    try:
        found = os.stat(entry.path)  # noqa: PTH116
    except (OSError, ValueError):
        return False
    return (found.st_mtime_ns, found.st_size) == (entry.mtime_ns, entry.size)


def _git_folder(place: str) -> str | None:
    path = f"{place.rstrip('/')}/.git"
    if os.path.isdir(path):  # noqa: PTH112
        return path
    text = _text_of(path)
    return _joined(place, text[8:]) if text.startswith("gitdir: ") else None


def _joined(folder: str, path: str) -> str:
    return os.path.normpath(os.path.join(folder, path))  # noqa: PTH118


def _text_of(path: str, most_bytes: int = REF_MAX_BYTES) -> str:
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            return file.read(most_bytes).decode("utf-8", "surrogateescape").strip()
    except (OSError, ValueError):
        return ""


def _with_index(repository: Repository) -> Repository:
    try:
        with open(f"{repository.folder}/index", "rb") as file:  # noqa: PTH123
            found = os.fstat(file.fileno())
            if found.st_size > INDEX_MAX_BYTES:
                return repository
            data = file.read(INDEX_MAX_BYTES)
        entries = tuple(_entries(data, repository.top))
    except (OSError, ValueError, struct.error):  # another format, or cut short while it is written
        return repository
    stamp = f"{found.st_mtime_ns}-{found.st_size}-{found.st_ino}"
    return Repository(repository.top, repository.folder, stamp, found.st_mtime_ns, entries)


def _entries(data: bytes, top: str) -> Iterator[Entry]:
    """Yield the regular files of an index of version 2, 3 or 4 that a checker can judge."""
    signature, version, count = _HEADER.unpack_from(data)
    if signature != b"DIRC" or version not in (*_PLAIN_VERSIONS, _SHARED_VERSION):
        message = "an index of another format"
        raise ValueError(message)
    at, name, left = _HEADER.size, b"", TRACKED_MAX
    for _ in range(count):
        start = at
        fields = _STAT.unpack_from(data, at)
        at += _STAT.size + (2 if fields[-1] & _EXTENDED else 0)
        if version == _SHARED_VERSION:
            drop, at = _number(data, at)
            name = name[: len(name) - drop]
        else:
            name = b""
        end = data.index(b"\0", at)
        name += data[at:end]
        at = end + 1 if version == _SHARED_VERSION else start + ((end - start) // 8 + 1) * 8
        entry = _entry(fields, name, top)
        if entry is not None and left:
            left -= 1
            yield entry


def _number(data: bytes, at: int) -> tuple[int, int]:
    """Read git's variable-length number."""
    value = data[at] & 0x7F
    while data[at] & 0x80:
        at += 1
        value = ((value + 1) << 7) | (data[at] & 0x7F)
    return value, at + 1


def _entry(fields: tuple[int, ...], name: bytes, top: str) -> Entry | None:
    path = f"{top}/{name.decode('utf-8', 'surrogateescape')}"
    if fields[6] & 0o170000 != _REGULAR or checker_of(path) is None:
        return None
    content = bytes(fields[10]).hex()
    return Entry(path, fields[2] * _SECOND_NS + fields[3], fields[9], content)
