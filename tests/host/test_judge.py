"""Attempts until one holds: a slice that breaks one is marked, and the others still answer."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from host import judge, supervise
from host.supervise import Broke

if TYPE_CHECKING:
    from collections.abc import Callable

    from host.supervise import Answered, Progress, Work

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork"),
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
]


@pytest.fixture
def outcome(monkeypatch: pytest.MonkeyPatch) -> Callable[..., judge.Verdict]:
    """Run attempts in which each named stage dies or hangs, and see every child off."""
    answers: list[Answered] = []
    real = supervise.attempt

    def attempt(work: Work, seconds: float) -> Answered | Broke:
        found = real(work, seconds)
        if not isinstance(found, Broke):
            answers.append(found)
            found.release()
            os.waitpid(found.child, 0)
        return found

    monkeypatch.setattr(judge, "attempt", attempt)

    def run(*deaths: str, hangs: bool = False, seconds: float = 20.0) -> judge.Verdict:
        def make(failed: dict[str, tuple[str, str]]) -> Work:
            return lambda progress: (_walk(progress, failed, deaths, hangs=hangs), lambda: None)

        return judge.until_one_holds(make, attempt_seconds=seconds, total_seconds=2 * seconds)

    return run


def _walk(
    progress: Progress, failed: dict[str, tuple[str, str]], deaths: tuple[str, ...], *, hangs: bool
) -> str:
    """Ask two slices as the house does, and say what each came to."""
    said = []
    for name in ("first", "second"):
        for stage, mark in (("run", name), ("on_error", f"{name}:on_error")):
            if mark in failed:
                said.append(f"{mark}={failed[mark][0]}")
                continue
            progress(name, stage)
            if mark in deaths:
                time.sleep(60 if hangs else 0)
                os._exit(9)
            break
    progress("", "host")
    if "host" in deaths:
        os._exit(9)
    return ",".join(said)


def test_an_answer_at_once(outcome: Callable[..., judge.Verdict]) -> None:
    assert outcome().broke is None


@pytest.mark.parametrize(
    ("deaths", "said"),
    [
        (("first",), "first=crash"),
        (("second",), "second=crash"),
        (("first", "second"), "first=crash,second=crash"),
        (("first", "first:on_error"), "first=crash,first:on_error=crash"),
        (("first", "first:on_error", "second"), "first=crash,first:on_error=crash,second=crash"),
    ],
)
def test_what_broke_is_marked(
    outcome: Callable[..., judge.Verdict], deaths: tuple[str, ...], said: str
) -> None:
    assert outcome(*deaths).text == said


def test_a_slice_that_hangs_is_marked_too(outcome: Callable[..., judge.Verdict]) -> None:
    assert outcome("first", hangs=True, seconds=0.3).text == "first=time-out"


def test_no_endless_attempts(outcome: Callable[..., judge.Verdict]) -> None:
    deaths = ("first", "first:on_error", "second", "second:on_error")
    found = outcome(*deaths, hangs=True, seconds=0.2)
    assert found.broke is not None
    assert found.broke.kind == "time-out"


def test_the_host_that_broke_is_reported(outcome: Callable[..., judge.Verdict]) -> None:
    found = outcome("host")
    assert found.broke is not None
    assert (found.broke.slice, found.broke.kind) == ("", "crash")


def test_what_breaks_although_marked_is_denied_by_name() -> None:
    def work(progress: Progress) -> tuple[str, Callable[[], None]]:
        progress("first", "run")
        os._exit(9)

    found = judge.until_one_holds(lambda _failed: work, attempt_seconds=9, total_seconds=9)
    assert "first" in found.reason
    assert "slices.first.enabled" in found.reason


def test_no_process_to_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_work: Work, _seconds: float) -> Answered | Broke:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(judge, "attempt", refuse)
    found = judge.until_one_holds(lambda _f: None, attempt_seconds=9, total_seconds=9)  # type: ignore[arg-type, return-value]
    assert found.broke is not None
    assert "no process can be started" in found.broke.detail
