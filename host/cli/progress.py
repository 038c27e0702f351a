"""Shows how far a command is that takes longer than a second, to a person at a terminal."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING, Self

from host.cli.terminal import is_terminal

if TYPE_CHECKING:
    from types import TracebackType

QUIET_SECONDS = 1.0
"""What is over by then needs no progress bar."""
_REDRAW_SECONDS = 0.1
_CELLS = 24


class Progress:
    """A bar on standard error, there from the second on; nothing where nobody looks.

    It leaves the line empty, so that only the answer stays.
    """

    def __init__(self, steps: int) -> None:
        self._steps = steps
        self._done = -1
        self._what = ""
        self._over = threading.Event()
        self._drawing = threading.Thread(target=self._draw, daemon=True)

    def __enter__(self) -> Self:
        """Begin."""
        if is_terminal(sys.stderr):
            self._drawing.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Take the bar away."""
        self._over.set()
        if self._drawing.is_alive():
            self._drawing.join()

    def step(self, what: str) -> None:
        """Say what is done next; the steps before it are done."""
        self._done = min(self._done + 1, self._steps)
        self._what = what

    def _draw(self) -> None:
        if self._over.wait(QUIET_SECONDS):
            return None
        while True:
            filled = _CELLS * max(self._done, 0) // max(self._steps, 1)
            bar = "#" * filled + "-" * (_CELLS - filled)
            _show(f"[{bar}] {max(self._done, 0)}/{self._steps} {self._what}")
            if self._over.wait(_REDRAW_SECONDS):
                return _show("")


def _show(line: str) -> None:
    sys.stderr.write(f"\r\x1b[K{line}")
    sys.stderr.flush()
