"""The knock: the hook entry opens a pipe as it begins, so that the host is awake in time."""

# The pipe carries nothing. Whoever opens and closes it shows as a writer that went away.

from __future__ import annotations

import contextlib
import os
import stat
import sys

NAME = "knock"
"""The pipe's name in the folder of the sockets; `bin/tidegate-hook` spells it out too."""
_NONE = -1


class Knock:
    """The pipe beside the resident's `socket`, where there can be one; other residents have it too.

    `descriptor` is what a poll finds closed by its writer at a knock, -1 where there is no pipe. A
    pipe tells of a knock that way on Linux alone.
    """

    def __init__(self, socket: str) -> None:
        self._path = f"{socket.rpartition('/')[0]}/{NAME}"
        self.descriptor = _NONE
        if sys.platform == "linux":
            self._open()

    def take(self) -> None:
        """Take note of a knock: the next one shows anew."""
        os.close(self.descriptor)
        self._open()

    def _open(self) -> None:
        self.descriptor = _NONE
        with contextlib.suppress(OSError):  # a folder that cannot be written to: nobody knocks
            with contextlib.suppress(FileExistsError):
                os.mkfifo(self._path, 0o600)
            descriptor = os.open(self._path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
            if stat.S_ISFIFO(os.fstat(descriptor).st_mode):
                self.descriptor = descriptor
            else:
                os.close(descriptor)
