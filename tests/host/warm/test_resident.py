"""The warm host as a process: the cold host's answers, and no other one whatever happens to it."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host.clients.seen import seen
from tests.host.machine import Machine, own_plugin
from tests.host.residents import Warm, until, warm

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and UNIX sockets")

LINUX = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
PRINT, HARMLESS = "cat notes.txt", "npm run catalog"


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Warm]:
    machine = Machine(tmp_path / "machine", own_plugin(tmp_path / "plugin")).ready()
    machine.ask(HARMLESS)  # writes what is kept between calls
    with warm(machine) as one:
        yield one


def full(place: Warm, way: str) -> None:
    """Check that a print is denied and other work runs, each answered in this way."""
    for command, verdict in ((PRINT, "deny"), (HARMLESS, "run")):
        went, reply = place.send(command)
        found, text = seen(reply.stdout.decode())
        assert (went, found) == (way, verdict)
        assert ("Read(file_path=" in text) is (verdict == "deny")


def closed(place: Warm) -> None:
    """Check through the real entry that a print is denied and other work runs."""
    assert "Read(file_path=" in place.machine.ask(PRINT)[1]
    assert place.machine.ask(HARMLESS) == ("run", "")


def _has_ended(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def _rows(file: Path) -> int:
    if not file.exists():
        return 0
    with contextlib.closing(sqlite3.connect(file)) as connection:
        try:
            return int(connection.execute("SELECT count(*) FROM ledger").fetchone()[0])
        except sqlite3.OperationalError:  # not made yet, or busy
            return 0


def test_it_answers_as_the_cold_host_does(place: Warm) -> None:
    cold = place.send(PRINT)
    place.wait(up=True)  # the cold call started it
    hot = place.send(PRINT)
    assert (cold[0], hot[0]) == ("cold", "warm")
    assert cold[1].stdout == hot[1].stdout
    full(place, "warm")


def test_nobody_else_can_reach_it(place: Warm) -> None:
    place.start()
    assert place.folder.stat().st_mode & 0o777 == 0o700
    assert Path(place.path).stat().st_mode & 0o777 == 0o600
    place.folder.chmod(0o755)
    full(place, "cold")


def test_one_of_many_stays(place: Warm) -> None:
    place.start()
    first = place.pid
    for _ in range(5):
        os.utime(f"{place.path}.lock", (0, 0))  # as if none had been started lately
        place.start()
    assert place.pid == first
    full(place, "warm")


def test_it_ends_when_nobody_calls(place: Warm) -> None:
    place.start(idle_seconds=0.2)
    place.wait(up=False)
    assert not Path(place.path).exists()
    full(place, "cold")


def test_a_changed_config_counts_for_the_next_call(place: Warm) -> None:
    place.start()
    full(place, "warm")
    config = place.machine.home / ".config" / "tidegate" / "config.json"
    config.parent.mkdir(parents=True)
    config.write_text('{"slices": {"printer": {"enabled": false}}}')
    way, reply = place.send(PRINT)
    assert (way, reply.stdout) == ("warm", b"")
    config.write_text("{}")
    full(place, "warm")


def test_each_call_brings_its_own_surroundings(place: Warm) -> None:
    place.start()
    other = place.machine.place / "other"
    (other / "tidegate").mkdir(parents=True)
    (other / "tidegate" / "config.json").write_text('{"slices": {"printer": {"enabled": false}}}')
    place.machine.environment["XDG_CONFIG_HOME"] = str(other)
    assert place.send(PRINT)[1].stdout == b""
    del place.machine.environment["XDG_CONFIG_HOME"]
    full(place, "warm")


def test_changed_code_answers_from_the_next_call_on(place: Warm) -> None:
    place.start()
    first = place.pid
    declared = place.machine.root / "slices" / "printer" / "plugin.py"
    declared.write_text(declared.read_text().replace("enabled\\n", "enabled, says the new code\\n"))
    for expected in ("cold", "warm"):
        way, reply = place.send(PRINT)
        assert way == expected
        assert "says the new code" in seen(reply.stdout.decode())[1]
        place.wait(up=True)
    assert place.pid != first


def test_changed_code_passes_nothing_and_ends_it(place: Warm) -> None:
    pid = place.start().pid
    source = place.machine.root / "host" / "limits.py"
    source.write_text(source.read_text() + "\n")
    assert place.machine.ask("git status") == ("run", "")
    until(lambda: _has_ended(pid))


def test_code_that_changes_while_it_is_loaded_is_not_served(place: Warm) -> None:
    """A slice's module stands for an update of the plugin: it changes a file that is loaded."""
    root = place.machine.root
    with (root / "slices" / "printer" / "plugin.py").open("a") as source:
        source.write(f"\nwith open({str(root / 'host' / 'limits.py')!r}, 'a') as file:\n")
        source.write("    file.write('\\n')\n")
    assert place.send(PRINT)[0] == "cold"
    until(lambda: Path(f"{place.path}.lock").exists())
    until(lambda: Path(f"{place.path}.lock").stat().st_mtime == 0)  # it ended in order
    assert not Path(place.path).exists()


@LINUX
def test_no_fork_keeps_the_bridge_from_seeing_the_resident_s_end(place: Warm) -> None:
    place.start()
    open_ = [file for fork in place.spares() for file in Path(f"/proc/{fork}/fd").iterdir()]
    assert open_
    assert not any(str(file.readlink()).startswith("pipe:") for file in open_)


def test_a_kill_between_taking_and_answering(place: Warm) -> None:
    pid = place.start().pid
    os.kill(pid, signal.SIGSTOP)
    entry = [str(place.machine.root / "bin" / "tidegate-hook"), "claude-code"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(entry, env=place.machine.environment, **pipes) as hook:  # type: ignore[call-overload]
        hook.stdin.write(json.dumps(place.machine.event(PRINT)).encode())
        hook.stdin.close()
        time.sleep(0.3)
        os.kill(pid, signal.SIGKILL)
        assert "Read(file_path=" in seen(hook.stdout.read().decode())[1]
    closed(place)


def test_a_stopped_one_is_not_waited_for(place: Warm) -> None:
    pid = place.start().pid
    os.kill(pid, signal.SIGSTOP)
    try:
        full(place, "cold")
    finally:
        os.kill(pid, signal.SIGCONT)
    full(place, "warm")


def test_a_killed_one_leaves_no_trouble(place: Warm) -> None:
    os.kill(place.start().pid, signal.SIGKILL)
    assert Path(place.path).exists()
    full(place, "cold")
    os.utime(f"{place.path}.lock", (0, 0))
    full(place.start(), "warm")


@LINUX
def test_the_forks_of_a_killed_one_end(place: Warm) -> None:
    pid = place.start().pid
    forks = place.spares()
    os.kill(pid, signal.SIGKILL)
    until(lambda: not any(Path(f"/proc/{fork}").exists() for fork in forks))


@LINUX
def test_killed_and_stopped_forks_are_not_waited_for(place: Warm) -> None:
    place.start()
    forks = place.spares()
    try:
        for fork, number in zip(forks, (signal.SIGKILL, signal.SIGSTOP), strict=True):
            os.kill(fork, number)
        for _ in range(4):
            closed(place)
    finally:
        for fork in forks & place.forks:
            os.kill(fork, signal.SIGKILL)
    full(place, "warm")


@pytest.mark.parametrize("what", ["the-socket", "the-lock", "the-home", "the-state"])
def test_it_ends_where_nobody_would_find_it_again(place: Warm, what: str) -> None:
    place.start(look_seconds=0.1)
    path = Path(place.path)
    gone = {
        "the-socket": path,
        "the-lock": path.with_name(f"{path.name}.lock"),
        "the-home": place.machine.home,
        "the-state": place.machine.home / ".local" / "state" / "tidegate",
    }[what]
    pid = place.pid
    gone.rename(place.machine.place / "gone")
    until(lambda: _has_ended(pid))


def test_it_leaves_the_socket_of_another_one_alone(place: Warm) -> None:
    place.start(look_seconds=0.1)
    path, pid = Path(place.path), place.pid
    path.unlink()
    path.touch()
    until(lambda: _has_ended(pid))
    assert path.exists()


def test_what_comes_after_an_answer_is_done(place: Warm) -> None:
    place.start()
    state = place.machine.home / ".local" / "state" / "tidegate"
    for _ in range(4):  # by spares that know nothing, and by such as are ready for the place
        for file in (*state.glob("state.db*"), *state.glob("triggers-*")):
            file.unlink()
        full(place, "warm")
        until(lambda: _rows(state / "state.db") > 0 and bool(list(state.glob("triggers-*"))))


@pytest.mark.parametrize("folder", ["/proc", "/dev/null", "relative", "/nonexistent"])
def test_a_runtime_folder_that_is_none(place: Warm, folder: str) -> None:
    place.machine.environment |= {"XDG_RUNTIME_DIR": folder, "XDG_STATE_HOME": "/proc"}
    full(place, "cold")


def test_many_at_once(place: Warm) -> None:
    place.start()
    commands = [PRINT if number % 2 else HARMLESS for number in range(200)]
    with ThreadPoolExecutor(8) as pool:
        said = list(pool.map(place.machine.ask, commands))
    for command, (verdict, text) in zip(commands, said, strict=True):
        assert verdict == ("deny" if command == PRINT else "run")
        assert ("Read(file_path=" in text) is (command == PRINT)


def test_the_command_line_shows_and_stops_it(place: Warm) -> None:
    def said(action: str) -> tuple[int, str]:
        command = [str(place.machine.root / "bin" / "tidegate"), "host", action]
        done = subprocess.run(
            command, env=place.machine.environment, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout

    assert said("status")[0] == 1
    pid = place.start().pid
    assert said("status") == (0, f"process {pid} listens on {place.path}\n")
    assert said("stop") == (0, f"process {pid} ended\n")
    assert place.pid == 0
    assert said("stop")[0] == 0
