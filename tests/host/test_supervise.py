"""One attempt in a child: whatever the work does to its process, the parent knows how it ended."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host import supervise
from host.bare import system
from host.supervise import Answered, Broke, attempt

if TYPE_CHECKING:
    from collections.abc import Callable

    from host.supervise import Progress, Work

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork"),
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
]
OWN = {int(path.name) for path in Path("/dev/fd").iterdir()} if os.name == "posix" else set()
LONG = 20.0
SHORT = 0.15


def nothing() -> None:
    """What comes after most answers here."""


def doing(action: Callable[[], object]) -> Work:
    """Work in which the slice `x` does something on its way to an answer."""

    def work(progress: Progress) -> tuple[str, Callable[[], None]]:
        progress("x", "run")
        action()
        progress("", "host")
        return "answer", nothing

    return work


def release(found: Answered) -> int:
    found.release()
    return os.waitstatus_to_exitcode(os.waitpid(found.child, 0)[1])


def answered(work: Work) -> str:
    found = attempt(work, LONG)
    assert isinstance(found, Answered)
    assert release(found) == 0
    return found.text


def broke(work: Work, seconds: float = LONG) -> Broke:
    found = attempt(work, seconds)
    assert isinstance(found, Broke)
    return found


def write_into_pipes() -> None:
    """Write garbage into each pipe that the test process did not have at its start."""
    for descriptor in range(64):
        if descriptor in OWN:
            continue
        with contextlib.suppress(OSError):
            os.write(descriptor, b"garbage of more than one head")


def recurse(depth: int = 0) -> int:
    return recurse(depth + 1)


def allocate() -> None:
    kept = []
    while True:
        kept.append(bytearray(64 * 1024 * 1024))


def fork_and_return() -> None:
    os.fork()


def hang() -> None:
    while True:
        time.sleep(60)


def hang_in_one_instruction() -> None:
    9**9**9  # no bytecode boundary at which a signal handler could run


BREAKS = {
    "leaves-with-zero": (lambda: os._exit(0), "crash", "ended with exit code 0, no answer"),
    "leaves-with-seven": (lambda: os._exit(7), "crash", "ended with exit code 7, no answer"),
    "segfault": (lambda: os.kill(os.getpid(), signal.SIGSEGV), "crash", "killed by signal 11"),
    "kill": (lambda: os.kill(os.getpid(), signal.SIGKILL), "crash", "killed by signal 9"),
    "abort": (os.abort, "crash", "killed by signal 6"),
    "sys-exit": (sys.exit, "crash", "ended with exit code 1, no answer"),
    "writes-into-the-pipe": (
        write_into_pipes,
        "crash",
        "it wrote into the host's own pipe",
    ),
    "closes-every-descriptor": (
        lambda: os.closerange(0, 64),
        "crash",
        "ended with exit code 1, no answer",
    ),
    "allocates-without-end": (allocate, "out-of-memory", ""),
    "recurses-without-end": (recurse, "recursion", ""),
    "raises": (lambda: 1 // 0, "exception", "ZeroDivisionError"),
}


@pytest.mark.parametrize(("action", "kind", "detail"), BREAKS.values(), ids=BREAKS.keys())
def test_names_the_slice_and_the_kind(action: Callable[[], object], kind: str, detail: str) -> None:
    found = broke(doing(action))
    assert (found.slice, found.stage, found.kind) == ("x", "run", kind)
    assert detail in found.detail


@pytest.mark.parametrize("action", [hang, hang_in_one_instruction])
def test_the_deadline_is_kept_from_outside(action: Callable[[], object]) -> None:
    found = broke(doing(action), SHORT)
    assert (found.slice, found.kind) == ("x", "time-out")


def test_a_child_that_ignores_signals_is_killed() -> None:
    def stubborn() -> None:
        for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        hang()

    assert broke(doing(stubborn), SHORT).kind == "time-out"


@pytest.mark.parametrize("blocked", [(), (signal.SIGALRM,)], ids=["none-blocked", "alarm-blocked"])
def test_a_child_ends_itself_where_its_parent_is_gone(
    monkeypatch: pytest.MonkeyPatch, blocked: tuple[signal.Signals, ...]
) -> None:
    monkeypatch.setattr(supervise, "_GRACE_SECONDS", 1)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, blocked)
    try:
        child = os.fork()
        if child == 0:
            supervise.work_in_child(doing(hang_in_one_instruction), b"", 1, 0, 0.0)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGALRM


def test_whoever_listens_keeps_an_end_of_its_own() -> None:
    rung: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, _: rung.append(number))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        assert broke(doing(hang), SHORT).kind == "time-out"
        end = time.monotonic() + LONG
        while not rung:
            assert time.monotonic() < end
            time.sleep(0.01)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_no_child_is_left_after_a_break(monkeypatch: pytest.MonkeyPatch) -> None:
    children: list[int] = []
    fork = os.fork

    def recorded() -> int:
        child = fork()
        children.append(child)
        return child

    monkeypatch.setattr(system, "fork", recorded)
    broke(doing(hang), SHORT)
    (child,) = children
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


def test_what_a_slice_started_dies_with_it() -> None:
    told, tell = os.pipe()

    def spawn() -> None:
        if os.fork() == 0:
            hang()
        hang()

    broke(doing(spawn), SHORT)
    os.close(tell)
    assert os.read(told, 1) == b""  # ends only when the last process that held it did
    os.close(told)


def test_a_copy_that_comes_back_into_the_host_does_not_answer() -> None:
    assert answered(doing(fork_and_return)) == "answer"


@pytest.mark.parametrize("text", ["", "{}", "x" * 300_000, "\ud800 é"])
def test_the_answer_arrives_whole(text: str) -> None:
    assert answered(lambda _progress: (text, nothing)) == text


def test_what_is_printed_never_reaches_standard_output(capfd: pytest.CaptureFixture[str]) -> None:
    def noisy() -> None:
        os.write(1, b"to one\n")
        os.write(2, b"to two\n")

    assert answered(doing(noisy)) == "answer"
    out, err = capfd.readouterr()
    assert out == ""
    assert "to one" in err
    assert "to two" in err


def test_standard_input_is_empty() -> None:
    def work(_progress: Progress) -> tuple[str, Callable[[], None]]:
        return repr(os.read(0, 10)), nothing

    assert answered(work) == "b''"


def test_what_comes_after_waits_for_the_handing_over() -> None:
    told, tell = os.pipe()
    os.set_blocking(told, False)

    def after_it() -> None:
        os.write(tell, b"after")

    found = attempt(lambda _progress: ("a", after_it), LONG)
    assert isinstance(found, Answered)
    with pytest.raises(BlockingIOError):
        os.read(told, 10)
    assert release(found) == 0
    assert os.read(told, 10) == b"after"
    os.close(told)
    os.close(tell)


def test_what_comes_after_has_nobody_waiting_on_its_streams() -> None:
    told, tell = os.pipe()

    def after() -> None:
        kinds = [os.fstat(d).st_rdev == Path("/dev/null").stat().st_rdev for d in (0, 1, 2)]
        os.write(tell, repr(kinds).encode())

    assert answered(lambda _progress: ("a", after)) == "a"
    assert os.read(told, 100) == b"[True, True, True]"
    os.close(told)
    os.close(tell)


def test_a_failure_with_nobody_asked_is_the_hosts_own() -> None:
    why = "no house"

    def work(progress: Progress) -> tuple[str, Callable[[], None]]:
        progress("", "host")
        raise ImportError(why)

    found = broke(work)
    assert (found.slice, found.stage, found.kind) == ("", "host", "exception")
    assert found.detail == "ImportError: no house"


def test_the_alarm_of_the_caller_is_put_back() -> None:
    before = signal.getsignal(signal.SIGALRM)
    answered(doing(nothing))
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def open_descriptors() -> int:
    return len(list(Path("/dev/fd").iterdir()))


def test_no_descriptor_is_left_open() -> None:
    before = open_descriptors()
    answered(doing(nothing))
    broke(doing(os.abort))
    broke(doing(hang), SHORT)
    assert open_descriptors() == before
