"""Where the slice cannot look: a call that holds an anchored name is denied, and others run."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest

from host import paths, watches
from host.call import Deny, Failure
from host.errors import StateError
from host.state import State
from host.store import SliceStore
from slices.recall import closed, watching

if TYPE_CHECKING:
    from collections.abc import Callable

HELD: list[sqlite3.Connection] = []
FAILURE = Failure("recall", "exception", "ValueError: broken")
ANCHORS = ["deploy/config.yaml", "my dir/a note.txt", "conf/*.ini", "far:/srv/remote.cfg"]
HOLDS = {
    "a-word": "cat deploy/config.yaml",
    "another-folder": "cat elsewhere/config.yaml",
    "quotes-inside": "cat dep'loy/conf'ig.yaml",
    "a-backslash-inside": "cat conf\\ig.yaml",
    "upper-case": "cat CONFIG.YAML",
    "in-a-body": "cat <<E\nconfig.yaml\nE",
    "unbalanced": "cat 'config.yaml",
    "a-blank-in-the-name": "cat 'my dir/a note.txt'",
    "a-file-of-a-glob": "cat conf/new.ini",
    "a-remote-file": "ssh far cat /srv/remote.cfg",
}
RUNS = {
    "another-file": "cat plain.md",
    "part-of-a-name": "cat config.yaml.bak",
    "the-folder-alone": "ls deploy",
    "a-variable": "cat $F *.md",
    "nothing": "",
}


@pytest.fixture
def noted(bench: Any) -> Any:
    bench.file("deploy/config.yaml")
    bench.note("n", *ANCHORS)
    return bench


def answer(bench: Any, command: str) -> Deny | None:
    return closed.on_error(bench.shell(command), FAILURE, None)


WATCHES: dict[str, Callable[[Any], object]] = {
    "fresh": lambda bench: bench.session("session.start"),
    "none": lambda bench: None,
    "stale": lambda bench: (bench.session("session.start"), bench.note("m", "plain.txt")),
    "damaged": lambda bench: (bench.session("session.start"), damage(bench)),
}


def damage(bench: Any) -> object:
    for file in (bench.state / "watch").iterdir():
        file.write_text("{")
    return bench


@pytest.mark.parametrize("watch", WATCHES.values(), ids=WATCHES.keys())
@pytest.mark.parametrize("command", HOLDS.values(), ids=HOLDS.keys())
def test_a_call_that_holds_a_name_is_denied(
    command: str, watch: Callable[[Any], object], noted: Any
) -> None:
    watch(noted)
    found = answer(noted, command)
    assert found is not None
    assert "exception: ValueError: broken" in found.reason
    assert "bin/tidegate note list" in found.reason


@pytest.mark.parametrize("watch", WATCHES.values(), ids=WATCHES.keys())
@pytest.mark.parametrize("command", RUNS.values(), ids=RUNS.keys())
def test_other_calls_run(command: str, watch: Callable[[Any], object], noted: Any) -> None:
    watch(noted)
    assert answer(noted, command) is None


def test_file_tools_are_denied_by_their_path(noted: Any) -> None:
    noted.session("session.start")
    named, other = noted.tool("edit", "deploy/config.yaml"), noted.tool("read", "plain.md")
    assert closed.on_error(named, FAILURE, None) is not None
    assert closed.on_error(other, FAILURE, None) is None


def test_notes_in_the_persons_folder_count(bench: Any) -> None:
    bench.note("n", "/srv/own.cfg", mine=True)
    assert answer(bench, "cat own.cfg") is not None
    assert answer(bench, "cat other.cfg") is None


def test_without_notes_everything_runs(bench: Any) -> None:
    assert answer(bench, "cat deploy/config.yaml") is None


def full(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the state file be unable to grow, and fill it to the last byte."""
    plain = State._open

    def opened(self: State) -> sqlite3.Connection:
        connection = plain(self)
        connection.execute("PRAGMA max_page_count = 1")  # it is never less than there are
        return connection

    bench.ask(bench.shell("ls deploy"))
    monkeypatch.setattr(State, "_open", opened)
    store = SliceStore(State(str(bench.state)), "filler")
    for size in (60_000, 3_000, 500, 100, 20, 1):
        with contextlib.suppress(StateError):
            for number in range(1_000):
                store.put(f"{size}-{number}", "x" * size)


def locked(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold the state file in another connection."""
    SliceStore(State(str(bench.state)), "filler").put("k", "v")
    monkeypatch.setattr("host.patience.STATE_WAIT_MILLISECONDS", 1)
    other = sqlite3.connect(bench.state / "state.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    HELD.append(other)


def read_only(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a file where the state's folder would be: nothing can be made there, by root neither."""
    bench.state.parent.mkdir(parents=True)
    bench.state.write_text("")


@pytest.mark.parametrize(
    "trouble", [full, locked, read_only], ids=["full-disk", "locked", "read-only-home"]
)
def test_a_state_that_cannot_remember_is_a_failure_that_says_why(
    trouble: Callable[..., None], noted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    trouble(noted, monkeypatch)
    named = noted.ask(noted.shell("cat deploy/config.yaml"))
    assert named.verdict == "deny"
    assert str(noted.state) in named.denies[0].answer.reason
    assert len({said.answer for said in named.denies}) == 1
    assert noted.ask(noted.shell("cat plain.md")).verdict == "run"
    while HELD:
        HELD.pop().close()


def test_once_the_state_is_mended_the_note_is_told(
    noted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        full(noted, patch)
        assert noted.ask(noted.shell("cat deploy/config.yaml")).verdict == "deny"
    assert noted.told(noted.shell("cat deploy/config.yaml")) == ["n"]


def test_a_corrupt_state_file_costs_at_most_a_repetition(noted: Any) -> None:
    assert noted.told(noted.shell("cat deploy/config.yaml")) == ["n"]
    for file in noted.state.glob("state.db*"):
        file.write_bytes(b"no database at all" * 100)
    first = noted.ask(noted.shell("cat deploy/config.yaml"))
    assert first.verdict in {"deny", "run"}
    if first.verdict == "deny":
        first = noted.ask(noted.shell("cat deploy/config.yaml"))
    assert [c for c in first.contexts if "Note n," in c]
    assert list(noted.state.glob("state.db.corrupt-*"))


def test_a_note_that_cannot_be_read_leaves_the_others(noted: Any) -> None:
    folder = noted.project / ".tidegate/notes"
    (folder / "bad.md").write_text("---\nanchors: [unclosed\n---\nx\n")
    started = noted.session("session.start")
    assert "bad.md" in started.contexts[0]
    assert noted.told(noted.shell("cat deploy/config.yaml")) == ["n"]


def test_a_session_without_problems_begins_in_silence(noted: Any) -> None:
    assert noted.session("session.start").said == ()


def test_the_handler_needs_no_state(noted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("get", "put", "claim", "swap", "watch_folder"):
        monkeypatch.setattr(SliceStore, name, None)
    decision = noted.ask(noted.shell("cat deploy/config.yaml"))
    assert decision.verdict == "deny"


def test_the_names_are_kept_in_the_watch(noted: Any) -> None:
    noted.session("session.start")
    folder = f"{noted.project}/.tidegate/notes"
    assert watches.is_fresh(paths.state_folder(), watching.NAME, folder)
