"""One attempt in this process: what a platform without fork still gets."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

import pytest

from host.supervise import Broke
from host.unsupervised import Done, attempt

if TYPE_CHECKING:
    from collections.abc import Callable

    from host.supervise import Progress, Work

LONG, SHORT = 20.0, 0.1


def doing(action: Callable[[], object], said: list[str] | None = None) -> Work:
    def work(progress: Progress) -> tuple[str, Callable[[], None]]:
        progress("x", "run")
        action()
        return "answer", lambda: (said or []).append("after")

    return work


def test_the_answer_and_what_comes_after() -> None:
    said = ["before"]
    found = attempt(doing(lambda: None, said), LONG)
    assert isinstance(found, Done)
    assert (found.text, said) == ("answer", ["before"])
    found.release()
    assert said == ["before", "after"]


@pytest.mark.parametrize(
    ("action", "kind"),
    [
        (lambda: 1 // 0, "exception"),
        (sys.exit, "exception"),
        (lambda: bytearray(1 << 62), "out-of-memory"),
    ],
    ids=["raises", "exits", "allocates"],
)
def test_names_the_slice_and_the_kind(action: Callable[[], object], kind: str) -> None:
    found = attempt(doing(action), LONG)
    assert isinstance(found, Broke)
    assert (found.slice, found.stage, found.kind) == ("x", "run", kind)


def test_recursion() -> None:
    def recurse() -> None:
        recurse()

    found = attempt(doing(recurse), LONG)
    assert isinstance(found, Broke)
    assert found.kind == "recursion"


def test_a_late_one_is_left_behind() -> None:
    found = attempt(doing(lambda: time.sleep(SHORT * 3)), SHORT)
    assert isinstance(found, Broke)
    assert (found.slice, found.kind) == ("x", "time-out")


def test_what_is_printed_never_reaches_standard_output(capfd: pytest.CaptureFixture[str]) -> None:
    attempt(doing(lambda: os.write(1, b"garbage")), LONG)
    os.write(1, b"the answer")
    out, err = capfd.readouterr()
    assert (out, err) == ("the answer", "garbage")
