"""One attempt at an answer in a child process, with the deadline kept by the parent."""

import time

from host.bare import complain, leave, system, write_all
from host.limits import AFTER_SECONDS, CHILD_MEMORY_MAX_BYTES, FRAME_MAX_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal as signals
    from collections.abc import Callable
    from typing import NoReturn

    Progress = Callable[[str, str], None]
    """Told the slice that is asked next and its stage, `run` or `on_error`, or ("", "host")."""

    Work = Callable[[Progress], tuple[str, Callable[[], None]]]
    """Gives the answer's text, and what is to be done once it was handed over."""
else:
    import _signal as signals  # `signal` brings `enum`

_NONCE_BYTES = 8
_LENGTH_BYTES = 4
_REAP_SECONDS = 1.0
_GRACE_SECONDS = 5  # a child whose parent was killed ends itself this long after its deadline


class Answered:
    """The child gave an answer; it waits for `release` before it does what comes after."""

    def __init__(self, text: str, child: int, hold: int) -> None:
        self.text = text
        self.child = child
        self._hold = hold

    def release(self) -> None:
        """Let the child go on: the answer was handed over. The parent's own end does the same."""
        system.close(self._hold)


class Broke:
    """The attempt gave no answer: who was asked, in which stage, the failure's kind and detail."""

    def __init__(self, asked: str, stage: str, kind: str, detail: str) -> None:
        self.slice = asked
        self.stage = stage
        self.kind = kind
        self.detail = detail


class _LateError(Exception):
    """The deadline passed."""


class _GarbageError(Exception):
    """Something else than the host wrote into the pipe."""


def attempt(work: "Work", seconds: float) -> Answered | Broke:
    """Run `work` in a child process for at most `seconds`, and never raise for what it does.

    The child's standard input is empty and its standard output is the standard error, so that
    only this process ever writes an answer. Raises OSError where no process can be started.
    """
    nonce = system.urandom(_NONCE_BYTES)
    told, tell = system.pipe()
    held, hold = system.pipe()
    child = system.fork()
    if child == 0:
        system.close(told)
        system.close(hold)
        work_in_child(work, nonce, tell, held, seconds)
    system.close(tell)
    system.close(held)
    listener = Listener(told, nonce)
    problem = listen(listener, seconds)
    system.close(told)
    if problem is None:
        return Answered(listener.answer, child, hold)
    system.close(hold)
    return _broke(listener, child, *problem)


class Listener:
    """What the child has told so far; `said` is what was read of it before."""

    def __init__(self, pipe: int, nonce: bytes, said: bytes = b"") -> None:
        self._pipe = pipe
        self._nonce = nonce
        self._data = said
        self.asked = ""
        self.stage = "host"
        self.answer = ""

    def frame(self) -> tuple[bytes, bytes] | None:
        """Return kind and body of the next frame, or None where the pipe ended."""
        head = self._take(_NONCE_BYTES + 1 + _LENGTH_BYTES)
        if head is None:
            return None
        length = int.from_bytes(head[_NONCE_BYTES + 1 :], "big")
        if head[:_NONCE_BYTES] != self._nonce or length > FRAME_MAX_BYTES:
            raise _GarbageError
        body = self._take(length)
        return None if body is None else (head[_NONCE_BYTES : _NONCE_BYTES + 1], body)

    def _take(self, count: int) -> bytes | None:
        blocks = [self._data]
        size = len(self._data)
        while size < count:
            block = system.read(self._pipe, 65536)
            if not block:
                return None
            blocks.append(block)
            size += len(block)
        whole = b"".join(blocks)
        self._data = whole[count:]
        return whole[:count]


def listen(listener: Listener, seconds: float) -> tuple[str, str] | None:
    """Follow the child up to its answer; return kind and detail of what came in its place."""
    try:
        begun = time.monotonic()
        before = signals.signal(signals.SIGALRM, _late)
        signals.pthread_sigmask(signals.SIG_UNBLOCK, (signals.SIGALRM,))
        left, _ = signals.setitimer(signals.ITIMER_REAL, max(seconds, 0.001))
        try:
            return _follow(listener)
        finally:
            signals.setitimer(signals.ITIMER_REAL, 0)
            signals.signal(signals.SIGALRM, before)
            if left:  # whoever listens has an end of its own to keep
                left -= time.monotonic() - begun
                signals.setitimer(signals.ITIMER_REAL, max(left, 0.001))
    except _LateError:
        return "time-out", f"no answer within {seconds:.1f} s"
    except _GarbageError:
        return "crash", "it wrote into the host's own pipe"


def _late(_number: int, _frame: object) -> None:
    raise _LateError


def _follow(listener: Listener) -> tuple[str, str] | None:
    while (frame := listener.frame()) is not None:
        kind, body = frame
        text = body.decode("utf-8", "surrogatepass")
        if kind == b"A":
            listener.answer = text
            return None
        first, _, second = text.partition("\0")
        if kind == b"F":
            return first, second
        listener.asked, listener.stage = first, second
    return "crash", ""


def _broke(listener: Listener, child: int, kind: str, detail: str) -> Broke:
    ended = _end(child, wait=not detail)
    return Broke(listener.asked, listener.stage, kind, detail or ended)


def _end(child: int, *, wait: bool) -> str:
    """Kill what is left of the child and its group, and say how the child itself ended."""
    status = _reap(child, _REAP_SECONDS) if wait else None
    for kill in (system.killpg, system.kill):
        try:
            kill(child, signals.SIGKILL)
        except OSError:
            continue
    if status is None:
        _reap(child, _REAP_SECONDS)
        return "it closed the host's pipe"
    code = system.waitstatus_to_exitcode(status)
    return f"killed by signal {-code}" if code < 0 else f"ended with exit code {code}, no answer"


def _reap(child: int, seconds: float) -> int | None:
    """Wait for the child's end; None where it does not come, or where somebody else saw it."""
    until = time.monotonic() + seconds
    pause = 0.0005
    try:
        while True:
            pid, status = system.waitpid(child, system.WNOHANG)
            if pid:
                return status
            if time.monotonic() > until:
                return None
            time.sleep(pause)
            pause = min(pause * 2, 0.02)
    except OSError:
        return None


def work_in_child(  # noqa: PLR0913  the two ends of the way to the parent, beside what is done
    work: "Work", nonce: bytes, tell: int, held: int, seconds: float, *, isolated: bool = False
) -> "NoReturn":
    """Do the work and leave: the answer goes to `tell`, the end of `held` lets the rest happen.

    `isolated` tells that `isolate` was called before.
    """
    code = 1
    try:
        if not isolated:
            isolate()
        _keep_time(seconds)
        me = system.getpid()

        def send(kind: bytes, body: str) -> None:
            if system.getpid() != me:  # a slice forked, and its copy came back into the host
                leave(0)
            data = body.encode("utf-8", "surrogatepass")
            write_all(tell, nonce + kind + len(data).to_bytes(_LENGTH_BYTES, "big") + data)

        code = _work(work, send, held)
    except BaseException as error:  # noqa: BLE001  the last frame of this process
        complain(f"the child broke: {error!r}")
    finally:
        leave(code)


def _work(work: "Work", send: "Callable[[bytes, str], None]", held: int) -> int:
    try:
        text, after = work(lambda asked, stage: send(b"P", f"{asked}\0{stage}"))
    except MemoryError:
        send(b"F", "out-of-memory\0")
        return 1
    except RecursionError:
        send(b"F", "recursion\0")
        return 1
    except Exception as error:  # noqa: BLE001  the host's own defect: the last resort answers
        send(b"F", f"exception\0{type(error).__name__}: {error}")
        _show(error)
        return 1
    send(b"A", text)
    _silence()
    signals.alarm(AFTER_SECONDS)
    system.read(held, 1)
    after()
    return 0


def _keep_time(seconds: float) -> None:
    """End this process some time after the deadline, in case that its parent was killed."""
    signals.signal(signals.SIGALRM, signals.SIG_DFL)
    signals.pthread_sigmask(signals.SIG_UNBLOCK, (signals.SIGALRM,))
    signals.alarm(int(seconds) + _GRACE_SECONDS)


def isolate() -> None:
    """Cut a child off: own group, no input, no way to the real output, bounded memory."""
    system.setpgid(0, 0)
    empty = system.open("/dev/null", system.O_RDWR)
    system.dup2(empty, 0)
    try:
        system.dup2(2, 1)
    except OSError:
        system.dup2(empty, 1)
    _bound_memory()


def _silence() -> None:
    empty = system.open("/dev/null", system.O_RDWR)
    for descriptor in (0, 1, 2):
        system.dup2(empty, descriptor)


def _bound_memory() -> None:
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = CHILD_MEMORY_MAX_BYTES
    lower = [limit for limit in (soft, hard, wanted) if limit != resource.RLIM_INFINITY]
    try:
        resource.setrlimit(resource.RLIMIT_AS, (min(lower), hard))
    except (OSError, ValueError):
        return


def _show(error: Exception) -> None:
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        complain(f"  {code.co_filename}:{trace.tb_lineno} in {code.co_name}")
        trace = trace.tb_next
    complain(f"{type(error).__name__}: {error}")
