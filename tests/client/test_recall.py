"""Anchored notes as the model of a real session sees them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.client import mock_api
from tests.client.install import REPO
from tests.client.session import Call, Home, bash, go_on, message, read, run_session

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.client.session import Session

pytestmark = pytest.mark.client

NOTE = "Do not raise this timeout: the gateway kills at 60 s."
STOP = "The bank signed this file."
LATE = "Generated from the schema."


def note(name: str, anchor: str, text: str, severity: str = "caution") -> tuple[str, str]:
    head = f"---\nanchors: [{anchor}]\nseverity: {severity}\n---\n"
    return f".tidegate/notes/{name}.md", f"{head}{text}\n"


@pytest.fixture
def filled(home: Home) -> Home:
    """A project with three anchored files."""
    home.write("deploy/config.yaml", "timeout: 30\n")
    home.write("signed.txt", "signed\n")
    home.write("made.txt", "made\n")
    home.write("build.sh", "echo made again > ma''de.txt\n")
    home.write(*note("gateway", "deploy/config.yaml", NOTE))
    home.write(*note("bank", "signed.txt", STOP, "stop"))
    home.write(*note("schema", "made.txt", LATE))
    return home


def play(client: Path, home: Home, turns: Sequence[Call | Sequence[Call]]) -> Session:
    return run_session(client, home, turns, plugin=REPO)


def told(session: Session, text: str) -> list[str]:
    """Return the hook events that brought a text, in order."""
    return [n.split(" hook additional context")[0].split()[-1] for n in session.notes if text in n]


ONE_SESSION = pytest.mark.xdist_group("recall")
"""These tests read one session: each has a file of its own, with a note of its own."""


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory, data: Path) -> Home:
    """The machine of the one session."""
    home = Home(tmp_path_factory.mktemp("recall") / "machine")
    home.seed(data)
    for name in ("looked", "written", "tools"):
        home.write(f"{name}/config.yaml", "timeout: 30\n")
        home.write(*note(name, f"{name}/config.yaml", f"{name}: {NOTE}"))
    home.write("signed.txt", "signed\n")
    home.write(*note("bank", "signed.txt", STOP, "stop"))
    return home


@pytest.fixture(scope="module")
def session(client: Path, one: Home) -> Session:
    """The session with the calls of each of the tests, in their order."""
    look, again = bash("grep -n timeout looked/config.yaml"), bash("wc -l looked/config.yaml")
    sed = bash("sed -i 's/30/31/' looked/config.yaml")
    path = one.project / "tools/config.yaml"
    edit = {"file_path": str(path), "old_string": "30", "new_string": "40"}
    turns = [
        *(look, sed, sed, again),
        *(bash(f"sed -i 's/3{n}/3{n + 1}/' written/config.yaml") for n in range(3)),
        *(read(path), Call("Edit", edit)),
        *(bash("wc -l signed.txt"), bash("echo forged > signed.txt")),
    ]
    return play(client, one, turns)


@ONE_SESSION
def test_a_note_comes_before_the_file_is_read_and_written_and_not_a_third_time(
    session: Session,
) -> None:
    assert [r.is_error for r in session.results[:4]] == [False] * 4
    assert told(session, f"looked: {NOTE}") == ["PreToolUse:Bash"] * 2


@ONE_SESSION
def test_a_note_comes_once_where_the_first_touch_is_a_write(session: Session, one: Home) -> None:
    assert told(session, f"written: {NOTE}") == ["PreToolUse:Bash"]
    assert (one.project / "written/config.yaml").read_text() == "timeout: 33\n"


@ONE_SESSION
def test_the_file_tools_bring_notes_too(session: Session, one: Home) -> None:
    assert told(session, f"tools: {NOTE}") == ["PreToolUse:Read", "PreToolUse:Edit"]
    assert (one.project / "tools/config.yaml").read_text() == "timeout: 40\n"


@ONE_SESSION
def test_a_stop_note_asks_before_a_write(session: Session, one: Home) -> None:
    seen, written = session.results[-2:]
    assert not seen.is_error
    assert written.is_error
    assert STOP in written.text
    assert (one.project / "signed.txt").read_text() == "signed\n"


def test_a_script_that_rewrites_a_file_brings_the_note_late(client: Path, filled: Home) -> None:
    session = play(client, filled, [bash("sh build.sh"), bash("sh build.sh")])
    assert told(session, LATE) == ["PostToolUse:Bash"]


def test_a_script_that_fails_brings_the_note_too(client: Path, filled: Home) -> None:
    filled.write("build.sh", "echo made again > ma''de.txt\nexit 3\n")
    session = play(client, filled, [bash("sh build.sh")])
    assert told(session, LATE) == ["PostToolUseFailure:Bash"]


def test_an_edited_file_is_done_with_its_note_in_the_next_session(
    client: Path, filled: Home
) -> None:
    play(client, filled, [bash("sed -i 's/30/31/' deploy/config.yaml")])
    assert told(play(client, filled, [bash("wc -l deploy/config.yaml")]), NOTE) == []


def test_calls_that_name_no_anchor_see_nothing(client: Path, filled: Home) -> None:
    turns = [bash("ls -la && git --version"), bash("echo deploy"), bash("ls deploy/ | wc -l")]
    session = play(client, filled, turns)
    assert [n for n in session.notes if "recall" in n] == []
    assert [r.is_error for r in session.results] == [False] * 3


def test_a_broken_note_is_named_once_and_the_others_count(client: Path, filled: Home) -> None:
    filled.write(".tidegate/notes/bad.md", "---\nanchors: [unclosed\n---\nx\n")
    session = play(client, filled, [bash("wc -l deploy/config.yaml"), bash("wc -l signed.txt")])
    assert len(told(session, "bad.md")) == 1
    assert told(session, NOTE)
    assert json.dumps(session.output).count("bad.md")


def test_a_resumed_session_remembers_what_it_was_told(client: Path, filled: Home) -> None:
    look = bash("wc -l deploy/config.yaml")
    play(client, filled, [look])
    (call,) = message(7, [look])
    assert go_on(client, filled, "go", [call], plugin=REPO).count(NOTE) == 1


def test_after_a_compaction_a_note_comes_again(client: Path, filled: Home) -> None:
    look = bash("wc -l deploy/config.yaml")
    play(client, filled, [look, look])
    go_on(client, filled, "/compact", [mock_api.text("Files were counted.")], plugin=REPO)
    (call,) = message(7, [look])
    sent = go_on(client, filled, "go", [call], plugin=REPO)
    assert sent.count(NOTE) == 1
