"""A front that is killed once it has read the event: the hook entry still answers it, once."""

from __future__ import annotations

import os
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from host import paths, rescue
from host.bare import system, write_file
from host.clients.seen import seen
from host.limits import KEPT_EVENT_MAX_BYTES, KEPT_EVENTS_MAX, TOTAL_SECONDS
from tests.host.machine import REPO, Machine, own_plugin

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

posix_only = pytest.mark.skipif(os.name != "posix", reason="the entry is a POSIX shell script")
PRINT, HARMLESS = "cat notes.txt", "npm run catalog"
DIES = """
from host.bare import system
from host.whole import *
from host.whole import judge as whole_judge

def judge(*given):
    deaths = system.open({deaths!r}, system.O_RDWR | system.O_CREAT | system.O_APPEND, 0o600)
    if len(system.read(deaths, {most} + 1)) >= {most}:
        return whole_judge(*given)
    system.write(deaths, b".")
    system.kill(system.getpid(), {signal})
"""
LOSES = """
whole = keep
def keep(mark, raw):
    whole(mark, b"\\0" * len(raw))
"""
ALWAYS = 100
BLANK = b"\0\n"


@pytest.fixture
def copy(tmp_path: Path) -> Machine:
    plugin = own_plugin(tmp_path / "a plugin")
    return Machine(tmp_path / "a machine", plugin).ready().copy()


def dies(machine: Machine, signal: int, most: int = ALWAYS) -> Path:
    """Have the front be killed by the signal while the whole stack is asked, so often at most.

    Return the file that holds a byte for each time.
    """
    deaths = machine.place / "deaths"
    judge = machine.root / "host" / "judge.py"
    judge.rename(judge.with_name("whole.py"))
    judge.write_text(DIES.format(deaths=str(deaths), most=most, signal=signal))
    return deaths


def left(machine: Machine) -> list[str]:
    """Return the files that still hold something of an event."""
    return [path.name for path in machine.place.rglob("event-*") if path.read_bytes().strip(BLANK)]


@posix_only
@pytest.mark.parametrize("signal", [9, 15, 11])
@pytest.mark.parametrize(("command", "verdict"), [(PRINT, "deny"), (HARMLESS, "run")])
def test_a_front_that_is_always_killed(
    copy: Machine, command: str, verdict: str, signal: int
) -> None:
    deaths = dies(copy, signal)
    assert copy.ask(command)[0] == verdict
    assert len(deaths.read_bytes()) > 1


@posix_only
@pytest.mark.parametrize(("command", "verdict"), [(PRINT, "deny"), (HARMLESS, "run")])
def test_a_front_that_is_killed_once(copy: Machine, command: str, verdict: str) -> None:
    deaths = dies(copy, 9, most=1)
    found, text = copy.ask(command)
    assert len(deaths.read_bytes()) == 1
    assert (found, "Read(file_path=" in text) == (verdict, verdict == "deny")
    assert left(copy) == []


KILL = "    system.kill(system.getpid(), 9)\n"
MOMENTS = {
    "before-it-is-kept": ("rescue.py", "def keep(mark, raw):\n" + KILL),
    "before-the-answer": ("rescue.py", "whole = drop\ndef drop(mark):\n    whole(mark)\n" + KILL),
    "after-the-answer": ("bare.py", "def leave(code):\n" + KILL),
}


@posix_only
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_front_that_is_killed_with_nothing_kept_blocks(copy: Machine, moment: str) -> None:
    """Exit 2 blocks whatever stands on standard output, and a second answer would open it."""
    file, text = MOMENTS[moment]
    with (copy.root / "host" / file).open("a") as source:
        source.write(text)
    reply = copy.send(copy.event(PRINT))
    assert (reply.code, b"try it again" in reply.stderr) == (2, True)
    assert reply.stdout.count(b'permissionDecision"') == (moment == "after-the-answer")
    assert left(copy) == []


@posix_only
def test_nothing_is_kept_behind_an_answer(copy: Machine) -> None:
    for command in (PRINT, HARMLESS, "cat 'open"):
        assert seen(copy.send(copy.event(command)).stdout.decode())[0] in {"deny", "run"}
    assert left(copy) == []


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(paths, "_environ", {b"XDG_STATE_HOME": str(tmp_path).encode()})
    return tmp_path / "tidegate"


def test_what_is_kept_is_for_this_user_alone_and_is_wiped(state: Path) -> None:
    rescue.keep("12", b'{"a":1}')
    kept = state / "event-12"
    assert (kept.read_bytes(), kept.stat().st_mode & 0o777) == (b'12\n{"a":1}\x0012\n', 0o600)
    rescue.drop("12")
    assert kept.read_bytes().strip(BLANK) == b""
    rescue.drop("12")
    rescue.drop("")


def test_a_shorter_event_ends_before_what_is_left_of_a_longer_one(state: Path) -> None:
    rescue.keep("1", b'{"a":"long"}')
    rescue.keep("17", b"{}")
    owner, _, rest = (state / "event-1").read_bytes().partition(b"\n")
    assert (owner, rescue.taken_up(rest, "17")) == (b"17", b"{}")
    assert rest != b"{}\x0017\n"


@pytest.mark.parametrize("begins", [b"1\n", b"17\n"])
def test_an_event_that_another_entry_wrote_over_it_is_not_taken_up(
    state: Path, begins: bytes
) -> None:
    """Two entries write at the same time, or one after the other's owner was read."""
    rescue.keep("1", b'{"a":1}')
    rescue.keep("17", b'{"b":1}')
    with (state / "event-1").open("r+b") as file:
        file.write(begins)
        file.seek(len(b"17\n"))
        rest = file.read()
    assert rescue.taken_up(rest, "1") == b""
    assert rescue.taken_up(rest, "17") == b'{"b":1}'


@posix_only
@pytest.mark.parametrize(
    ("behind", "expected"),
    [("$$", b'{"a": 1}'), ("17", b"unread"), ("", b"unread"), ("$$0", b"unread")],
)
def test_the_shell_takes_up_what_is_its_own_alone(behind: str, expected: bytes) -> None:
    program = (
        f". {REPO}/host/last-resort.sh; owner=$$;"
        f""" printf '{{"a":\\n1}}\\000%s\\nrest' "{behind}" | until_nul"""
    )
    assert subprocess.check_output(["sh", "-c", program]) == expected


@pytest.mark.parametrize("raw", [b"{}", '{"a":1}'.encode("utf-16"), '{"a"}'.encode("utf-16-le")])
def test_what_was_never_kept_is_taken_up_as_it_is(raw: bytes) -> None:
    assert rescue.taken_up(raw, "1") == raw


def test_an_event_that_is_large_is_not_kept(state: Path) -> None:
    rescue.keep("12", b"x" * (KEPT_EVENT_MAX_BYTES + 1))
    rescue.drop("12")
    assert not state.exists()


def test_the_entry_looks_where_the_front_keeps() -> None:
    entry = (REPO / "bin" / "tidegate-hook").read_text()
    assert f"kept=$state/event-$(($$ % {KEPT_EVENTS_MAX}))" in entry


@posix_only
def test_two_that_meet_in_one_file(state: Path) -> None:
    rescue.keep("1", b"{}")
    rescue.keep("17", b"[]")
    rescue.drop("1")
    assert (state / "event-1").read_bytes().partition(b"\n")[0] == b""  # nobody's


@posix_only
def test_what_was_kept_and_got_lost_blocks(copy: Machine) -> None:
    with (copy.root / "host" / "rescue.py").open("a") as source:
        source.write(LOSES)
    dies(copy, 9)
    reply = copy.send(copy.event(HARMLESS))
    assert (reply.stdout, reply.code, b"try it again" in reply.stderr) == (b"", 2, True)


@pytest.mark.parametrize("mark", ["", "../x", "1/2", "-1"])
def test_a_mark_that_is_no_process_id_keeps_nothing(state: Path, mark: str) -> None:
    rescue.keep(mark, b"{}")
    rescue.drop(mark)
    assert not state.exists()


def a_file_for_the_folder(state: Path) -> None:
    state.write_text("a file")


def a_link(state: Path) -> None:
    state.mkdir()
    (state / "event-12").symlink_to(state / "elsewhere")


def a_pipe(state: Path) -> None:
    state.mkdir()
    os.mkfifo(state / "event-12")


@posix_only
@pytest.mark.parametrize("block", [a_file_for_the_folder, a_link, a_pipe])
def test_what_cannot_be_written_to_is_no_failure(
    state: Path, capfd: pytest.CaptureFixture[str], block: Callable[[Path], None]
) -> None:
    block(state)
    rescue.keep("12", b"{}")
    rescue.drop("12")
    rescue.sweep()
    assert "not kept" in capfd.readouterr().err
    assert not (state / "elsewhere").exists()


@pytest.mark.parametrize("folder", ["", "watch"])
def test_old_drafts_are_swept_and_nothing_else(
    state: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    place = state / folder
    place.mkdir(parents=True, exist_ok=True)
    old = time.time() - 3 * TOTAL_SECONDS
    with monkeypatch.context() as killed:
        killed.setattr(system, "replace", lambda *_: None)  # it is killed before this
        for name in ("front-1", "state.json"):
            write_file(f"{place}/{name}", b"x")
    kept = ["mine.new", "mine.old.new", ".1.new", "front-1"]
    for name in kept:
        (place / name).write_text("")
    for path in place.iterdir():
        os.utime(path, (old, old))
    (place / "young.7.new").write_text("")
    rescue.sweep()
    left = sorted(path.name for path in place.iterdir() if path.is_file())
    assert left == sorted([*kept, "young.7.new"])


def test_only_what_is_old_and_was_not_wiped_is_swept(state: Path) -> None:
    for mark in ("1", "2", "3"):
        rescue.keep(mark, b"{}")
    rescue.drop("3")
    (state / "other").write_text("")
    old = time.time() - 3 * TOTAL_SECONDS
    for name in ("event-1", "event-3", "other"):
        os.utime(state / name, (old, old))
    rescue.sweep()
    assert sorted(path.name for path in state.iterdir()) == ["event-2", "event-3", "other"]
