"""The knock of the hook entry: heard each time, and no trouble where nobody listens."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host.warm.knock import NAME, Knock
from tests.host.machine import Machine, own_plugin
from tests.host.residents import warm

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="such a pipe tells on Linux alone")

PRINT, HARMLESS = "cat notes.txt", "npm run catalog"
HEARD_MS = 5_000


def pipe(folder: Path) -> Path:
    return folder / NAME


def run_folder(machine: Machine) -> Path:
    """Return the folder of the sockets, made for the machine."""
    folder = machine.place / "runtime" / "tidegate"
    folder.mkdir(parents=True, mode=0o700)
    machine.environment["XDG_RUNTIME_DIR"] = str(folder.parent)
    return folder


def knock_at(path: Path) -> None:
    subprocess.run(["/bin/sh", "-c", f"true 1<>'{path}'"], check=True)


def is_heard(one: Knock, milliseconds: int) -> bool:
    poll = select.poll()
    poll.register(one.descriptor, select.POLLIN)
    return bool(poll.poll(milliseconds))


@pytest.fixture
def one(tmp_path: Path) -> Knock:
    return Knock(f"{tmp_path}/host-1")


def test_each_knock_is_heard_once(one: Knock, tmp_path: Path) -> None:
    for _ in range(3):
        assert not is_heard(one, 0)
        knock_at(pipe(tmp_path))
        assert is_heard(one, HEARD_MS)
        one.take()
    assert not is_heard(one, 0)


def test_it_is_this_users_alone(one: Knock, tmp_path: Path) -> None:
    assert one.descriptor >= 0
    assert pipe(tmp_path).stat().st_mode & 0o777 == 0o600


def a_link(path: Path) -> None:
    path.with_name("elsewhere").write_text("precious")
    path.symlink_to(path.with_name("elsewhere"))


IN_ITS_PLACE: dict[str, Callable[[Path], object]] = {
    "a-file": lambda path: path.write_text("precious"),
    "a-folder": Path.mkdir,
    "a-link": a_link,
    "a-link-to-nothing": lambda path: path.symlink_to(path),
}


@pytest.mark.parametrize("put", IN_ITS_PLACE.values(), ids=IN_ITS_PLACE.keys())
def test_what_is_no_pipe_is_left_alone(put: Callable[[Path], object], tmp_path: Path) -> None:
    put(pipe(tmp_path))
    assert Knock(f"{tmp_path}/host-1").descriptor < 0
    machine = Machine(tmp_path / "machine", own_plugin(tmp_path / "plugin")).ready()
    folder = run_folder(machine)
    put(pipe(folder))
    assert machine.ask(PRINT)[0] == "deny"
    left = [path.read_text() for path in folder.iterdir() if path.is_file()]
    assert set(left) <= {"precious"}


def test_without_a_folder_there_is_none(tmp_path: Path) -> None:
    assert Knock(f"{tmp_path}/none/host-1").descriptor < 0


def test_nobody_knocks_where_a_pipe_does_not_tell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert Knock(f"{tmp_path}/host-1").descriptor < 0
    assert not pipe(tmp_path).exists()


@pytest.mark.parametrize("command", [PRINT, HARMLESS])
def test_a_pipe_without_a_listener_is_no_trouble(tmp_path: Path, command: str) -> None:
    machine = Machine(tmp_path / "machine", own_plugin(tmp_path / "plugin")).ready()
    before = machine.ask(command)
    os.mkfifo(pipe(run_folder(machine)), 0o600)
    assert machine.ask(command) == before


@pytest.mark.parametrize("at", ["the-runtime-folder", "the-state-folder"])
def test_the_entry_knocks(tmp_path: Path, at: str) -> None:
    machine = Machine(tmp_path / "machine", own_plugin(tmp_path / "plugin")).ready()
    folder = machine.home / ".local" / "state" / "tidegate" / "run"
    if at == "the-runtime-folder":
        folder = run_folder(machine)
    folder.mkdir(parents=True, exist_ok=True)
    one = Knock(f"{folder}/host-1")
    assert machine.ask(HARMLESS) == ("run", "")
    assert is_heard(one, 0)


def test_a_resident_has_one_and_answers_knocks_without_a_call(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "machine", own_plugin(tmp_path / "plugin")).ready()
    machine.ask(HARMLESS)
    with warm(machine) as place:
        first = place.start().pid
        for _ in range(5):
            knock_at(pipe(place.folder))
            assert machine.ask(PRINT)[0] == "deny"
            assert machine.ask(HARMLESS) == ("run", "")
        assert place.pid == first
