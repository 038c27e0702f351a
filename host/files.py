"""Bounded reads that say what is wrong, and a lock between processes."""

from __future__ import annotations

import contextlib
import os
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from host.patience import Patience

FILE_MODE = 0o600
_LOCK_STEP_MILLISECONDS = 10


def read_bounded(path: str, limit_bytes: int) -> bytes | None:
    """Return the file's bytes, or None where there are more than `limit_bytes`.

    Raises `OSError` where it cannot be read. A FIFO is not waited for: it reads as empty.
    """
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(descriptor, "rb") as file:
        data = file.read(limit_bytes + 1) or b""
    return data if len(data) <= limit_bytes else None


@contextlib.contextmanager
def locked(path: str, patience: Patience) -> Iterator[None]:
    """Hold the lock file while the block runs; a platform without `fcntl` goes without.

    Raises `OSError` where another process keeps it for longer than the patience lasts.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, FILE_MODE)
    try:
        _wait_for(descriptor, fcntl.flock, fcntl.LOCK_EX | fcntl.LOCK_NB, patience)
        yield
    finally:
        os.close(descriptor)


def _wait_for(
    descriptor: int, lock: Callable[[int, int], None], how: int, patience: Patience
) -> None:
    while patience.left:
        with patience.spending():
            with contextlib.suppress(BlockingIOError):
                return lock(descriptor, how)
            time.sleep(_LOCK_STEP_MILLISECONDS / 1000)
    return lock(descriptor, how)
