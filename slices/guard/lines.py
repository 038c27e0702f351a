"""Counts the lines of a file in blocks, within a bound."""

from __future__ import annotations

import os
import stat

from slices.guard.limits import BLOCK_BYTES


def count_lines(path: str, most_bytes: int) -> int | None:
    """Return the number of lines, or None past `most_bytes` and for a file that went away.

    A last line without a newline counts. The file may change meanwhile: it is opened so that a
    pipe put in its place cannot hold us up, and read to its end or to the bound.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError):
        return None
    try:
        regular = stat.S_ISREG(os.fstat(descriptor).st_mode)
        return _count(descriptor, most_bytes) if regular else None
    except OSError:
        return None
    finally:
        os.close(descriptor)


def _count(descriptor: int, most_bytes: int) -> int | None:
    lines, taken, last = 0, 0, b"\n"
    while block := os.read(descriptor, BLOCK_BYTES):
        taken += len(block)
        if taken > most_bytes:
            return None
        lines += block.count(b"\n")
        last = block[-1:]
    return lines if last == b"\n" else lines + 1
