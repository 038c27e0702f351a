"""How long one call may still wait for state that other processes hold."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING

import attrs

from host.limits import STATE_WAIT_MILLISECONDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@attrs.define
class Patience:
    """A budget for all waits of one call together: each takes from what the ones before left.

    `clock` gives seconds.
    """

    milliseconds: float = attrs.field(factory=lambda: STATE_WAIT_MILLISECONDS)
    clock: Callable[[], float] = time.monotonic

    @property
    def left(self) -> int:
        """What may still be waited, in whole milliseconds; 0 is a single try."""
        return max(0, int(self.milliseconds))

    @contextlib.contextmanager
    def spending(self) -> Iterator[None]:
        """Take the time that the block takes from what is left."""
        start = self.clock()
        try:
            yield
        finally:
            self.milliseconds -= (self.clock() - start) * 1000
