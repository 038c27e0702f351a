"""Prints, and the reads that let one run, as the model of a real session sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.client.install import REPO
from tests.client.session import Home, Result, bash, read, run_session

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.client

LINES = 30


@pytest.fixture
def filled(home: Home) -> Home:
    """A home whose project has the files that the calls name."""
    home.write("notes.txt", "".join(f"line {n}\n" for n in range(1, LINES + 1)))
    home.write("sub/inner.txt", "inner\n")
    return home


def test_a_print_is_seen_from_the_folder_that_an_earlier_call_went_to(
    client: Path, filled: Home
) -> None:
    turns = [bash("cd sub"), bash("cat inner.txt"), bash("cat notes.txt")]
    moved, denied, other = run_session(client, filled, turns, plugin=REPO).results
    assert not moved.is_error
    assert denied.denied
    assert str(filled.project / "sub" / "inner.txt") in denied.text
    assert (other.denied, other.is_error) == (False, True)


def test_after_a_read_the_same_print_runs(client: Path, filled: Home) -> None:
    notes, inner = filled.project / "notes.txt", filled.project / "sub" / "inner.txt"
    turns = [
        bash("cat sub/inner.txt"),
        read(inner),
        bash("cat sub/inner.txt"),
        bash(f"cat {notes}"),
    ]
    before, shown, after, other = run_session(client, filled, turns, plugin=REPO).results
    assert before.denied
    assert not shown.is_error
    assert after == Result("inner", is_error=False)
    assert other.denied


def test_a_session_of_its_own_does_not_share_the_valve(client: Path, filled: Home) -> None:
    inner = filled.project / "sub" / "inner.txt"
    run_session(client, filled, [bash(f"cat {inner}"), read(inner)], plugin=REPO)
    (result,) = run_session(client, filled, [bash(f"cat {inner}")], plugin=REPO).results
    assert result.denied


def test_calls_of_one_message_are_each_answered(client: Path, filled: Home) -> None:
    commands = ["cat notes.txt", "echo between", "head -n 2 notes.txt", "cat notes.txt | head -n 1"]
    session = run_session(client, filled, [[bash(c) for c in commands]], plugin=REPO)
    assert [r.denied for r in session.results] == [True, False, True, False]
    assert session.results[3].text == "line 1"
