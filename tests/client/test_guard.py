"""The guard's table, row by row, as the model of a real session sees it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.client.install import REPO
from tests.client.session import Home, Result, bash, read, run_session

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

pytestmark = pytest.mark.client

LINES = 30

# command -> the (offset, limit) of each Read call that the reason names, in order
WHOLE = (None, None)
DENIED: dict[str, list[tuple[int | None, int | None]]] = {
    "cat notes.txt": [WHOLE],
    "sed -n 2,4p notes.txt": [(2, 3)],
    "sed -n 5p notes.txt": [(5, 1)],
    "head notes.txt": [(1, 10)],
    "head -n 3 notes.txt": [(1, 3)],
    "head -3 notes.txt": [(1, 3)],
    "tail -n +4 notes.txt": [(4, None)],
    "tail notes.txt": [(21, 10)],
    "tail -n 3 notes.txt": [(28, 3)],
    "tail -3 notes.txt": [(28, 3)],
    "head -n7 notes.txt": [(1, 7)],
    "head --lines=7 notes.txt": [(1, 7)],
    "head --lines 7 notes.txt": [(1, 7)],
    "sed --quiet 2,4p notes.txt": [(2, 3)],
    "sed --silent '2,4p' notes.txt": [(2, 3)],
    'cat "notes.txt"': [WHOLE],
    "cat -- notes.txt": [WHOLE],
    "command cat notes.txt": [WHOLE],
    "/bin/cat notes.txt": [WHOLE],
    "cat \\\nnotes.txt": [WHOLE],
    "cat notes.txt  # all of it": [WHOLE],
    "cat notes.txt; head -n 2 notes.txt": [WHOLE, (1, 2)],
    "cd sub && cat inner.txt": [WHOLE],
    "cat notes.txt\nsed -n 1p sub/inner.txt": [WHOLE, (1, 1)],
}

RUNS = [
    "cat notes.txt | wc -l",
    "cat <<E\nbody\nE",
    "cat <<< word",
    "cat $(echo notes.txt)",
    "cat $NOT_SET_ANYWHERE notes.txt",
    "cat not*.txt",
    "cat notes.txt > copy.txt",
    "ls; cat notes.txt",
    "cat no-such-file.txt",
    "cat sub",
    "cat dist/made.txt",
    "cat build.log",
    "tail -n 3 empty.txt",
    "cat -A notes.txt",
    "head -c 20 notes.txt",
    "sed -n '/line 3/p' notes.txt",
    "cat",
    "echo cat notes.txt",
    "git --version",
]


@pytest.fixture
def filled(home: Home) -> Home:
    """A home whose project has the files that the tables name."""
    home.write("notes.txt", "".join(f"line {n}\n" for n in range(1, LINES + 1)))
    home.write("sub/inner.txt", "inner\n")
    home.write("dist/made.txt", "made\n")
    home.write("build.log", "log\n")
    home.write("empty.txt", "")
    return home


def windows(reason: str) -> list[tuple[int | None, int | None]]:
    """Return the window of every Read call that a reason names."""
    calls = re.findall(r"Read\b[^\n]*file_path[^\n]*", reason)
    return [(_number("offset", call), _number("limit", call)) for call in calls]


def _number(name: str, call: str) -> int | None:
    found = re.search(rf"{name}\W+(\d+)", call)
    return int(found[1]) if found else None


def play(client: Path, home: Home, commands: Sequence[str]) -> dict[str, Result]:
    session = run_session(client, home, [bash(c) for c in commands], plugin=REPO)
    return dict(zip(commands, session.results, strict=True))


def test_every_row_of_the_table_is_denied_with_its_read_call(client: Path, filled: Home) -> None:
    results = play(client, filled, list(DENIED))
    assert [c for c, r in results.items() if not r.denied] == []
    assert {c: windows(r.text) for c, r in results.items()} == DENIED
    assert all(str(filled.project) in r.text for r in results.values())


def test_what_is_no_print_runs(client: Path, filled: Home) -> None:
    results = play(client, filled, RUNS)
    assert [c for c, r in results.items() if r.denied] == []
    assert results["cat notes.txt | wc -l"] == Result(str(LINES), is_error=False)
    assert results["echo cat notes.txt"] == Result("cat notes.txt", is_error=False)


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
