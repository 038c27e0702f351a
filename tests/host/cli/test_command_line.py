"""The command line as a process: it finds its interpreter, its environment and its commands."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from host.cli.__main__ import COMMANDS
from host.cli.demo import recorded
from tests.host.machine import Machine

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a POSIX shell script")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "a machine").ready()


def tidegate(machine: Machine, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(machine.root / "bin" / "tidegate"), *arguments],
        env=machine.environment,
        cwd=machine.project,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def in_shell(machine: Machine, words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", "-c", f'"$0" {words}', str(machine.root / "bin" / "tidegate")],
        env=machine.environment,
        cwd=machine.project,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("words", ["check ls", "explain --json -", "slices"])
def test_a_stream_that_is_closed_is_no_defect(machine: Machine, words: str, closed: str) -> None:
    done = in_shell(machine, f"{words} {closed}")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is full")  # noqa: PTH110
def test_an_output_that_takes_nothing_is_told(machine: Machine) -> None:
    done = in_shell(machine, "slices >/dev/full")
    assert done.returncode == 2
    assert done.stderr == "tidegate: the output cannot be written: no space left on device\n"


def test_the_demo_is_answered_as_recorded(machine: Machine) -> None:
    done = tidegate(machine, "demo")
    count = len(recorded())
    assert f"{count} of {count} events" in done.stdout, done.stdout
    assert (done.stderr, done.returncode) == ("", 0)
    assert list(machine.home.iterdir()) == []  # it works on a state of its own
    assert str(machine.place) not in done.stdout.replace(str(machine.home), "")


def test_the_demo_notices_another_answer(machine: Machine) -> None:
    machine.copy()
    config = machine.root / "plugin.json"
    text = config.read_text().replace('"enabled": true', '"enabled": false')
    config.write_text(text)
    done = tidegate(machine, "demo")
    assert "expected deny" in done.stdout
    assert done.returncode == 1


def test_help_lists_every_command(machine: Machine) -> None:
    done = tidegate(machine, "--help")
    assert done.returncode == 0
    assert all(name in done.stdout for name in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(machine: Machine, command: str) -> None:
    done = tidegate(machine, command, "--help")
    assert done.returncode == 0, done.stderr
    assert f"tidegate {command}" in done.stdout


@pytest.mark.parametrize("arguments", [(), ("nonsense",), ("demo", "--nonsense")])
def test_wrong_use(machine: Machine, arguments: tuple[str, ...]) -> None:
    done = tidegate(machine, *arguments)
    assert (done.stdout, done.returncode) == ("", 2)
    assert "usage: tidegate" in done.stderr


def test_no_interpreter(machine: Machine) -> None:
    machine.copy()
    (machine.data / "interpreter").unlink()
    (machine.root / "host" / "interpreter.sh").write_text("find_python() { return 1; }\n")
    done = tidegate(machine, "demo")
    assert (done.stdout, done.returncode) == ("", 2)
    assert "Install one" in done.stderr


def test_a_set_up_that_cannot_work_says_why(machine: Machine) -> None:
    machine.copy()
    for entry in machine.data.glob("cpython*"):
        entry.rename(machine.place / "away")
    (machine.root / "requirements" / "runtime.txt").write_text("no-such-file.whl\n")
    machine.environment["PIP_NO_INDEX"] = "1"
    done = tidegate(machine, "setup")
    assert (done.stdout, done.returncode) == ("", 2)
    assert "not set up" in done.stderr
    assert "tidegate setup" in done.stderr
