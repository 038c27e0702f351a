from __future__ import annotations

import pytest

from host.errors import Problem, StateError, describe
from host.limits import AT_MAX_CHARS


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        pytest.param(
            Problem("c.json", "slices.guard.enabled", "true or false", '"no"'),
            'c.json: at slices.guard.enabled: expected true or false, got "no".',
            id="inside-a-file",
        ),
        pytest.param(
            Problem("c.json", "", "an object", "a list"),
            "c.json: expected an object, got a list.",
            id="the-file-as-a-whole",
        ),
        pytest.param(
            Problem("c.json", "slices.gaurd", "a slice (guard)", '"gaurd"', "guard"),
            'c.json: at slices.gaurd: expected a slice (guard), got "gaurd". Did you mean "guard"?',
            id="a-near-name",
        ),
    ],
)
def test_a_problem_says_where_and_what(problem: Problem, text: str) -> None:
    assert str(problem) == text


def test_a_long_path_inside_a_file_is_cut() -> None:
    assert len(str(Problem("c", "k" * 10_000, "x", "y"))) < AT_MAX_CHARS + 50


def test_a_state_error_names_the_file_and_the_mend() -> None:
    assert str(StateError("/s/state.db", "is locked", "Wait.")) == "/s/state.db: is locked. Wait."


class SilentError(Exception):
    def __str__(self) -> str:
        raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ValueError("x"), "ValueError: x"),
        (MemoryError(), "MemoryError"),
        (SilentError(), "SilentError"),
    ],
    ids=["message", "no-message", "message-that-breaks"],
)
def test_any_exception_can_be_described(error: BaseException, text: str) -> None:
    assert describe(error) == text
