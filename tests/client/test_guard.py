"""Prints, and the reads that let one run, as the model of a real session sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.client.install import REPO
from tests.client.session import Home, Result, bash, read, run_session

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.client, pytest.mark.xdist_group("guard")]

LINES = 30
NOTES = "cat notes.txt"
AT_ONCE = (NOTES, "echo between", "head -n 2 notes.txt", f"{NOTES} | head -n 1")


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory, data: Path) -> Home:
    """A home whose project has the files that the calls of the one session name."""
    home = Home(tmp_path_factory.mktemp("guard") / "machine")
    home.seed(data)
    home.write("notes.txt", "".join(f"line {n}\n" for n in range(1, LINES + 1)))
    home.write("sub/inner.txt", "inner\n")
    home.write("sub/other.txt", "other\n")
    return home


@pytest.fixture(scope="module")
def results(client: Path, filled: Home) -> tuple[Result, ...]:
    """The results of one session, whose calls are those of the tests, in their order."""
    notes, inner = filled.project / "notes.txt", filled.project / "sub" / "inner.txt"
    reading = [
        *(bash("cat sub/inner.txt"), read(inner), bash("cat sub/inner.txt")),
        bash(f"cat {notes}"),
    ]
    moving = [bash("cd sub"), bash("cat other.txt"), bash(NOTES)]
    at_once = [bash(command) for command in AT_ONCE]
    return run_session(client, filled, [at_once, *reading, *moving], plugin=REPO).results


def test_calls_of_one_message_are_each_answered(results: tuple[Result, ...]) -> None:
    answered = results[:4]
    assert [r.denied for r in answered] == [True, False, True, False]
    assert answered[3].text == "line 1"


def test_after_a_read_the_same_print_runs(results: tuple[Result, ...]) -> None:
    before, shown, after, other = results[4:8]
    assert before.denied
    assert not shown.is_error
    assert after == Result("inner", is_error=False)
    assert other.denied


def test_a_print_is_seen_from_the_folder_that_an_earlier_call_went_to(
    results: tuple[Result, ...], filled: Home
) -> None:
    moved, denied, other = results[8:]
    assert not moved.is_error
    assert denied.denied
    assert str(filled.project / "sub" / "other.txt") in denied.text
    assert (other.denied, other.is_error) == (False, True)


def test_a_session_of_its_own_does_not_share_the_valve(client: Path, home: Home) -> None:
    inner = home.write("inner.txt", "inner\n")
    run_session(client, home, [bash(f"cat {inner}"), read(inner)], plugin=REPO)
    (result,) = run_session(client, home, [bash(f"cat {inner}")], plugin=REPO).results
    assert result.denied
