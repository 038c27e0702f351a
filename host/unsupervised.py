"""One attempt in this process, for a platform without fork: weaker than a child of its own."""

# A slice that ends or corrupts the process takes the answer with it, memory is not bounded, and
# code that never gives up the interpreter's lock outlasts the deadline: the client's time-out is
# left.

import _thread

from host.bare import system
from host.supervise import Broke

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from host.supervise import Work


class Done:
    """An answer from this process, and what is left to do once it was handed over."""

    def __init__(self, text: str, release: "Callable[[], None]") -> None:
        self.text = text
        self.release = release


def attempt(work: "Work", seconds: float) -> Done | Broke:
    """Run `work` in a second thread for at most `seconds`, and never raise for what it does.

    Meanwhile the standard output is the standard error. A thread that is late is left behind; the
    process ends without it.
    """
    kept = system.dup(1)
    system.dup2(2, 1)
    try:
        return _in_thread(work, seconds)
    finally:
        system.dup2(kept, 1)
        system.close(kept)


def _in_thread(work: "Work", seconds: float) -> Done | Broke:
    asked = ["", "host"]
    found: list[Done | Broke] = []
    busy = _thread.allocate_lock()
    busy.acquire()

    def progress(name: str, stage: str) -> None:
        asked[:] = name, stage

    def run() -> None:
        try:
            found.append(Done(*work(progress)))
        except BaseException as error:  # noqa: BLE001  as a child's death: named, and answered
            found.append(Broke(asked[0], asked[1], _kind(error), repr(error)))
        busy.release()

    _thread.start_new_thread(run, ())
    if busy.acquire(timeout=max(seconds, 0.0)):
        return found[0]
    return Broke(asked[0], asked[1], "time-out", f"no answer within {seconds:.1f} s")


def _kind(error: BaseException) -> str:
    if isinstance(error, MemoryError):
        return "out-of-memory"
    return "recursion" if isinstance(error, RecursionError) else "exception"
