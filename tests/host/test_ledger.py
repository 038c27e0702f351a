from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from host.call import (
    Ask,
    Context,
    Decision,
    Deny,
    Failure,
    Rewrite,
    Said,
    SessionEvent,
    ToolResult,
)
from host.ledger import Detail, Row, details, first_time, rows_of, write
from host.limits import DETAIL_MAX_CHARS
from host.state import State

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from host.call import Occasion


@pytest.fixture
def state(tmp_path: Path) -> Iterator[State]:
    state = State(str(tmp_path), lambda: 7.0)
    yield state
    state.close()


def rows(state: State, columns: str = "*") -> list[tuple[Any, ...]]:
    with state.reading() as connection:
        return connection.execute(f"SELECT {columns} FROM ledger ORDER BY id").fetchall()


def test_everything_said_and_every_failure_is_a_row(build: Any) -> None:
    call = build.call("new")
    said = (
        Said("r", Rewrite(call, "tidied")),
        Said("c", Context("know")),
        Said("a", Ask("sure?")),
    )
    failures = (Failure("x", "time-out", "8 s"),)

    assert rows_of(Decision(said, call, failures)) == (
        Row("r", "rewrite", "", "tidied"),
        Row("c", "context", "", "know"),
        Row("a", "ask", "", "sure?"),
        Row("x", "failure", "time-out", "8 s"),
    )


def test_a_rewrite_that_a_deny_dropped_is_no_row(build: Any) -> None:
    said = (Said("r", Rewrite(build.call("new"))), Said("d", Deny("no")))

    assert rows_of(Decision(said)) == (Row("d", "deny", "", "no"),)


def test_no_rows_open_nothing(state: State, build: Any) -> None:
    write(state, build.call(), ())

    assert not state.exists()


def test_a_row_says_when_where_and_what(state: State, build: Any) -> None:
    call = build.call(agent="sub", tool="read")
    session = SessionEvent("claude-code", "session.end", "s2", "/repo")
    occasions: list[Occasion] = [call, ToolResult(call), session]
    for occasion in occasions:
        write(state, occasion, [Row("guard", "count", "valve", "opened")])

    what = ("guard", "count", "valve", "opened")
    assert rows(state) == [
        (1, 7.0, "claude-code", "s", "sub", "tool.call", "read", *what),
        (2, 7.0, "claude-code", "s", "sub", "tool.result", "read", *what),
        (3, 7.0, "claude-code", "s2", "", "session.end", "", *what),
    ]


def test_a_detail_is_bounded_and_any_text(state: State, build: Any) -> None:
    write(state, build.call(), [Row("a", "deny", "", "x" * 9999), Row("a", "deny", "", "\ud800\0")])

    assert rows(state, "detail") == [("x" * DETAIL_MAX_CHARS,), ("\\ud800\\0",)]


def test_past_the_bound_the_oldest_rows_go(
    state: State, build: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.ledger.LEDGER_ROWS_MAX", 3)
    for number in range(5):
        write(state, build.call(), [Row("a", "count", str(number))])

    assert rows(state, "name") == [("2",), ("3",), ("4",)]


def test_details_are_counted_for_one_slice(state: State, build: Any) -> None:
    rows_written = [
        Row("scar", "count", "exposed", "a"),
        Row("scar", "count", "exposed", "a"),
        Row("scar", "count", "block", "a x"),
        Row("scar", "deny", "", "a"),
        Row("guard", "count", "exposed", "a"),
    ]
    write(state, build.call(), rows_written)
    assert details(state, "scar") == (Detail("block", "a x", 1), Detail("exposed", "a", 2))


def test_a_state_that_is_not_there_has_no_details(tmp_path: Path) -> None:
    assert details(State(str(tmp_path / "none")), "scar") == ()


@pytest.mark.parametrize(
    ("word", "expected"),
    [("heredoc-py", 3.0), ("backticks", 1.0), ("heredoc", None), ("%", None), ("other", None)],
)
def test_the_first_time_of_a_detail_that_begins_with_a_word(
    tmp_path: Path, build: Any, word: str, expected: float | None
) -> None:
    times = iter([1.0, 2.0, 3.0, 4.0])
    state = State(str(tmp_path), lambda: next(times))
    details = ("backticks", "heredoc-pyc x", "heredoc-py transport", "heredoc-py")
    for detail in details:
        write(state, build.call(), [Row("scar", "count", "block", detail)])
    state.now = lambda: 0.0
    write(state, build.call(), [Row("guard", "count", "x", "other"), Row("scar", "deny", "", word)])
    assert first_time(state, "scar", word) == expected
    state.close()


def test_nothing_was_counted_before_there_is_a_state(tmp_path: Path) -> None:
    assert first_time(State(str(tmp_path)), "scar", "heredoc-py") is None
