"""What a person sees of a command: rows below each other, and how far it is while it works."""

from __future__ import annotations

import os
import sys
import threading
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    Row = Sequence[str]

QUIET_SECONDS = 1.0
"""What is over by then needs no progress bar."""
_REDRAW_SECONDS = 0.1
_CELLS = 24


def is_terminal(stream: Any = None) -> bool:
    """Tell whether a person looks at the stream, by default the standard output."""
    asked = sys.stdout if stream is None else stream
    return bool(asked.isatty()) and os.environ.get("TERM") != "dumb"


def aside(text: str) -> None:
    """Print a line for the person beside the answer, in the place of a bar that is shown."""
    clear = "\r\x1b[K" if is_terminal(sys.stderr) else ""
    sys.stderr.write(f"{clear}tidegate: {text}\n")
    sys.stderr.flush()


def aligned(head: Row, rows: Sequence[Row]) -> str:
    """Return the rows as lines whose columns begin below each other."""
    widths = [max(len(cell) for cell in column) for column in zip(head, *rows, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in (head, *rows)
    ]
    return "\n".join(lines)


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
