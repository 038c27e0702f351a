"""The order of a fork's work: the greeting comes before anything that shows, and only once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from host.warm.worker import _Between

if TYPE_CHECKING:
    from collections.abc import Callable

    from host.supervise import Progress

HOST, SLICE, ERROR = ("", "host"), ("guard", "run"), ("guard", "on_error")
STEPS = {
    "nothing-is-asked": ([HOST, HOST], ["greet", "host"]),
    "a-slice-is-asked": ([HOST, SLICE, HOST], ["greet", "guard run", "host"]),
    "a-slice-breaks": ([HOST, SLICE, ERROR], ["greet", "guard run", "guard on_error"]),
    "the-work-ends-at-once": ([HOST], ["greet"]),
}


@pytest.mark.parametrize(("steps", "seen"), STEPS.values(), ids=STEPS.keys())
def test_the_greeting_comes_first(steps: list[tuple[str, str]], seen: list[str]) -> None:
    said: list[str] = []
    checked: list[str] = []

    def work(progress: Progress) -> tuple[str, Callable[[], None]]:
        for step in steps:
            progress(*step)
        return "answer", lambda: said.append("after")

    between = _Between(
        work, checked.append, lambda: said.append("greet"), lambda: said.append("tell")
    )
    text, after = between.run(lambda name, stage: said.append(f"{name} {stage}".strip()))
    assert (text, said) == ("answer", seen)
    assert checked == [name for name, _ in steps if name]
    after()
    assert said == [*seen, "tell", "after"]
