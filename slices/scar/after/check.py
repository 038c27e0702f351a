"""Reads a file as it lies there and parses it by the checker that is declared for its ending."""

from __future__ import annotations

import os
import stat

from attrs import frozen

from slices.scar.after.checkers import Fault, checker_of, fault_of
from slices.scar.limits import FILE_MAX_BYTES

CANNOT_BLOCK = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


@frozen
class Broken:
    """A file that does not parse: where, why, and whether it is known to have parsed before."""

    path: str
    line: int
    message: str
    was_sound: bool = True


@frozen
class State:
    """How a file was found: its size in bytes, and what keeps it from parsing."""

    size: int
    fault: Fault | None = None


def state_of(path: str) -> State | None:
    """Return the state of a file, or None for one that no checker can judge.

    That is a file that is gone, is too large or may not be read, and what is no regular file: it is
    opened so that a pipe or a device in its place cannot hold us up.
    """
    checker = checker_of(path)
    data = None if checker is None else read(path)
    if checker is None or data is None:
        return None
    return State(len(data), fault_of(checker, data))


def read(path: str) -> bytes | None:
    """Return the bytes of a regular file of at most `FILE_MAX_BYTES`, else None; never raises."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # noqa: PTH116  pathlib costs more than the look
            return None
        descriptor = os.open(path, CANNOT_BLOCK)
    except (OSError, ValueError):  # ValueError: a NUL or a lone surrogate in the path
        return None
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode) or found.st_size > FILE_MAX_BYTES:
            return None
        return _all_of(descriptor)
    except OSError:
        return None
    finally:
        os.close(descriptor)


def _all_of(descriptor: int) -> bytes | None:
    pieces, taken = [], 0
    while piece := os.read(descriptor, FILE_MAX_BYTES + 1 - taken):
        pieces.append(piece)
        taken += len(piece)
        if taken > FILE_MAX_BYTES:
            return None
    return b"".join(pieces)
