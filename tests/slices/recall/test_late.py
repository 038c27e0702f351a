"""After a call: notes that come late, notes that are done, and what stays dark."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

import pytest

from host.errors import StateError
from host.state import State
from host.store import SliceStore
from slices.recall import counts, late, retire

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

BUILD = "python build.py"
STATE_FILE = "/state.db"


@pytest.fixture
def noted(bench: Any) -> Any:
    bench.file("f.txt")
    bench.note("n", "f.txt")
    bench.session("session.start", "startup")
    return bench


def rewritten(path: Path) -> None:
    path.write_text("made again\n")


def replaced(path: Path) -> None:
    """Put another file in its place, with an old date, as an unpacked archive has it."""
    other = path.with_suffix(".new")
    other.write_text("from elsewhere\n")
    os.utime(other, (1, 1))
    other.rename(path)


@pytest.mark.parametrize("change", [rewritten, replaced])
@pytest.mark.parametrize("failed", [False, True], ids=["succeeds", "fails"])
def test_a_script_that_changes_a_file_brings_its_note_late(
    change: Callable[[Path], None], failed: bool, noted: Any
) -> None:
    call = noted.shell(BUILD)
    assert noted.told(call) == []
    change(noted.project / "f.txt")
    assert noted.after(call, failed=failed) == ["n"]
    assert noted.after(noted.shell(BUILD)) == []
    assert counts.LATE in noted.counts()
    assert counts.DARK_WRITE in noted.counts()


def test_a_late_note_says_that_it_is_late(noted: Any) -> None:
    from host.call import ToolResult

    call = noted.shell(BUILD)
    noted.ask(call)
    rewritten(noted.project / "f.txt")
    text = noted.ask(ToolResult(call, seconds=0.1)).contexts[0]
    assert "late: the call that just ran changed files" in text


def test_a_note_told_late_was_told_at_a_write(noted: Any) -> None:
    rewritten(noted.project / "f.txt")
    noted.session("session.start", "startup")
    call = noted.shell(BUILD)
    rewritten(noted.project / "f.txt")
    assert noted.after(call) == ["n"]
    assert noted.told(noted.shell("cat f.txt")) == []
    assert noted.told(noted.shell("echo x > f.txt")) == []


def test_what_was_read_before_comes_late_once_more(noted: Any) -> None:
    assert noted.told(noted.shell("cat f.txt")) == ["n"]
    rewritten(noted.project / "f.txt")
    assert noted.after(noted.shell(BUILD)) == ["n"]
    assert noted.told(noted.shell("echo x > f.txt")) == []


def test_a_named_file_that_a_script_changes_is_not_told_twice_for_one_call(noted: Any) -> None:
    call = noted.shell("python fix.py f.txt")
    assert noted.told(call) == ["n"]
    rewritten(noted.project / "f.txt")
    assert noted.after(call) == []
    assert noted.told(noted.shell("echo x > f.txt")) == []


@pytest.mark.parametrize(
    "change",
    [lambda path: path.chmod(0o755), lambda path: path.unlink(), lambda path: None],
    ids=["mode", "gone", "nothing"],
)
def test_these_are_no_changes(change: Callable[[Path], None], noted: Any) -> None:
    call = noted.shell(BUILD)
    change(noted.project / "f.txt")
    assert noted.after(call) == []


def test_a_change_from_before_the_call_is_none(noted: Any) -> None:
    rewritten(noted.project / "f.txt")
    noted.session("session.start", "resume")
    assert noted.after(noted.shell(BUILD)) == []


def test_a_read_by_a_script_is_counted_as_dark(noted: Any) -> None:
    path = noted.project / "f.txt"
    at = path.stat()
    os.utime(path, ns=(time.time_ns(), at.st_mtime_ns))  # what the file system does, if it does
    assert noted.after(noted.shell(BUILD)) == []
    assert noted.counts().count(counts.DARK_READ) == 1


def test_words_that_exist_only_at_run_time_are_counted_as_dark(noted: Any) -> None:
    noted.ask(noted.shell("cat $CONF"))
    noted.ask(noted.shell("cat plain.txt"))
    assert noted.counts().count(counts.DARK) == 1


def test_more_files_than_are_looked_at_are_left_out(
    noted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("slices.recall.watching.LOOKED_AT_MAX", 0)
    rewritten(noted.project / "f.txt")
    assert noted.after(noted.shell(BUILD)) == []


def test_known_miss_a_file_that_only_a_glob_names(bench: Any) -> None:
    bench.file("lib/f.txt")
    bench.note("n", "lib/*.txt")
    bench.session("session.start", "startup")
    rewritten(bench.project / "lib/f.txt")
    assert bench.after(bench.shell(BUILD)) == []


def test_a_look_takes_times_from_the_beginning_on(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text("x")
    now = time.time()
    assert late.look([str(path)], now - 5, {}).changed == (str(path),)
    assert late.look([str(path), str(tmp_path / "none")], now + 5, {}) == late.Seen()


DONE = "echo x > f.txt"


def ran(bench: Any, command: str, *, changes: bool = True, **more: Any) -> list[str]:
    call = bench.shell(command)
    bench.ask(call)
    if changes:
        rewritten(bench.project / "f.txt")
    bench.after(call, **more)
    return [row.detail for row in bench.desks[-1].rows if row.name == counts.RETIRED]


def later_told(bench: Any) -> list[str]:
    session = f"another-{len(bench.desks)}"
    return list(bench.told(bench.shell("cat f.txt", session=session)))


def test_an_edit_is_proven_by_the_change(noted: Any) -> None:
    assert ran(noted, DONE) == ["redirect"]
    assert later_told(noted) == []


def test_a_call_that_failed_after_it_wrote_edited(noted: Any) -> None:
    assert ran(noted, "sed -i s/t/m/ f.txt; false", failed=True) == ["sed"]


@pytest.mark.parametrize("failed", [False, True], ids=["succeeds", "fails"])
def test_a_write_that_did_not_happen_is_no_edit(failed: bool, noted: Any) -> None:
    assert ran(noted, "false && echo x > f.txt", changes=False, failed=failed) == []
    assert later_told(noted) == ["n"]


def test_a_denied_call_is_no_edit(noted: Any) -> None:
    noted.ask(noted.shell(DONE))
    rewritten(noted.project / "f.txt")
    noted.after(noted.shell("ls"))
    assert later_told(noted) == ["n"]


def test_a_change_by_something_else_is_no_edit(noted: Any) -> None:
    assert ran(noted, "cat f.txt; echo x > g.txt") == []
    assert later_told(noted) == ["n"]


@pytest.mark.parametrize(
    ("option", "shell", "edit"),
    [("proven-writes", 1, 1), ("edit-tools", 0, 1), ("never", 0, 0)],
)
def test_the_option_says_which_edits_count(option: str, shell: int, edit: int, noted: Any) -> None:
    for call, expected in ((noted.shell(DONE), shell), (noted.tool("edit", "f.txt"), edit)):
        noted.ask(call, retire=option)
        rewritten(noted.project / "f.txt")
        (noted.project / "f.txt").write_text(f"by {call.tool}")
        noted.after(call, retire=option)
        assert len(later_told(noted)) == 1 - expected
        noted.session("session.start", "clear")
        SliceStore(State(str(noted.state)), "recall").delete(f"retired\n{mark_of(noted)}\n")


def mark_of(bench: Any) -> str:
    from slices.recall import memory

    row = bench.ask_only(bench.shell("cat f.txt", session="probe"))[1].made["recall", "hits"]
    return memory.mark_of(row[0].note)


def test_a_note_of_two_files_is_done_for_one(bench: Any) -> None:
    for name in ("f.txt", "g.txt"):
        bench.file(name)
    bench.note("n", "f.txt", "g.txt")
    assert ran(bench, DONE) == ["redirect"]
    assert later_told(bench) == []
    assert bench.told(bench.shell("cat g.txt", session="another")) == ["n"]


def test_an_edited_note_counts_again(noted: Any) -> None:
    ran(noted, DONE)
    noted.note("n", "f.txt", text="Mind the new limit.")
    assert later_told(noted) == ["n"]


def test_a_note_that_was_only_named_is_not_done(
    noted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("slices.recall.compose.NOTES_PER_ANSWER_MAX", 0)
    assert ran(noted, DONE) == []


def test_on_another_machine_success_has_to_be_enough(bench: Any) -> None:
    bench.note("n", "far:/srv/f.txt")
    sure, unsure = "ssh far 'echo x > /srv/f.txt'", "ssh far 'false && echo x > /srv/f.txt'"
    assert ran(bench, unsure, changes=False) == []
    assert ran(bench, sure, changes=False, failed=True) == []
    assert ran(bench, sure, changes=False) == ["redirect"]


def test_what_is_done_can_be_listed(noted: Any) -> None:
    ran(noted, DONE)
    (facts,) = retire.listed(SliceStore(State(str(noted.state)), "recall"))
    assert (facts["note"], facts["cause"], facts["session"]) == ("n", "redirect", "s")
    assert facts["file"] == str(noted.project / "f.txt")


def test_a_retirement_that_is_met_is_kept_afresh(noted: Any) -> None:
    ran(noted, DONE)
    store = SliceStore(State(str(noted.state)), "recall")
    mark, file = mark_of(noted), str(noted.project / "f.txt")
    then = retire.listed(store)[0]["at"]
    retire.renew(store, mark, file, then + 1)
    assert retire.listed(store)[0]["at"] == then
    month = 31 * 24 * 60 * 60
    retire.renew(store, mark, file, then + month)
    assert retire.listed(store)[0]["at"] == then + month


def test_a_state_that_breaks_after_the_call_is_the_persons_to_know(
    noted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise StateError(STATE_FILE, "disk full", "Make room.")

    call = noted.shell(DONE)
    noted.ask(call)
    monkeypatch.setattr(SliceStore, "get", broken)
    from host.call import ToolResult

    decision = noted.ask(ToolResult(call, seconds=0.1))
    assert decision.said == ()
    assert decision.failures[0].slice == "recall"
