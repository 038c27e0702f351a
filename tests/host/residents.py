"""Residents for tests: started with a short runtime folder, and ended with the test."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from host.environment import key
from host.shortcut import ANSWERED
from host.shortcut_file import shortcut_file
from host.warm import control
from host.warm.limits import WARM_SPARES
from tests.host.machine import PYTHON, Machine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from host.cli.entry import Reply

READY_SECONDS = 30.0
_HEAD = "import sys; sys.path.insert(0, sys.argv[1]); "
ASKED = (
    _HEAD
    + """
from host import front
from host.bare import complain
def telling(real):
    def ask(*given):
        found = real(*given)
        if found is not None:
            complain("cold" if found[0] is None else "warm")
        return found
    return ask
front._ask_warm, front._followed = telling(front._ask_warm), telling(front._followed)
front.main("claude-code", begun=globals().get("begun"))
"""
)
MARK = "1"


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + READY_SECONDS
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


class Warm:
    """A machine whose calls go to a resident; `path` is its socket."""

    def __init__(self, machine: Machine, runtime: Path) -> None:
        self.machine = machine
        machine.environment["XDG_RUNTIME_DIR"] = str(runtime)
        del machine.environment["TIDEGATE_HOST"]
        self.site = str(machine.data / key() / "site-packages")
        self.path = self._told(
            "from host.warm.places import socket_file; print(socket_file({0!r}))"
        )
        self.folder = Path(self.path).parent

    def start(self, idle_seconds: float = 60.0, look_seconds: float = 60.0) -> Warm:
        """Start a resident as a cold call does, and wait until it listens."""
        seconds = f"{idle_seconds}, {look_seconds}"
        self._told(f"from host.warm.start import start; start({{0!r}}, {seconds}); print()")
        self.wait(up=True)
        return self

    @property
    def forks(self) -> set[int]:
        """The processes that wait for a call of the resident or have one; Linux only."""
        resident = str(self.pid)
        stats = [(file.name, _stat(file)) for file in Path("/proc").glob("[0-9]*")]
        return {int(pid) for pid, stat in stats if stat[1:] == [resident, pid] and stat[0] != "Z"}

    def spares(self) -> set[int]:
        """Wait until no fork comes or goes: whoever looked whether it listens had one too."""
        seen: list[set[int]] = []
        end = time.monotonic() + READY_SECONDS
        while not seen or len(seen[-1]) != WARM_SPARES or seen[-5:] != [seen[-1]] * 5:
            assert time.monotonic() < end
            time.sleep(0.02)
            seen.append(self.forks)
        return seen[-1]

    @property
    def pid(self) -> int:
        """The resident's process, 0 where there is none."""
        return control.running(self.path)

    def wait(self, *, up: bool) -> None:
        """Wait until a resident listens, or until none runs."""
        end = time.monotonic() + READY_SECONDS
        while (bool(self.pid) and (not up or self._listens())) is not up:
            assert time.monotonic() < end
            time.sleep(0.02)

    def _listens(self) -> bool:
        with socket.socket(socket.AF_UNIX) as one:
            try:
                one.connect(self.path)
            except OSError:
                return False
            return True

    @property
    def shortcut(self) -> Path:
        """The file of the shortcut, which a cold call writes."""
        return Path(shortcut_file("claude-code", self.site))

    def send(self, command: str) -> tuple[str, Reply]:
        """Send a shell call, and tell whether it was answered `warm` or `cold`.

        It goes by the shortcut where there is one, as in the hook entry.
        """
        root = str(self.machine.root)
        entry: tuple[str, ...] = ("-c", ASKED, root)
        if self.shortcut.exists():
            entry = (str(self.shortcut), root, "claude-code", MARK, self._state, ASKED)
        reply = self.machine.send(self.machine.event(command), entry=(PYTHON, "-I", "-S", *entry))
        assert reply.code == ANSWERED, reply.stderr
        is_warm = b"tidegate: warm" in reply.stderr or not reply.stderr
        return ("warm" if is_warm else "cold"), reply

    @property
    def _state(self) -> str:
        environment = self.machine.environment
        state = environment.get("XDG_STATE_HOME", f"{self.machine.home}/.local/state")
        return f"{state}/tidegate"

    def _told(self, program: str) -> str:
        command = [PYTHON, "-I", "-S", "-c", _HEAD + program.format(self.site)]
        return subprocess.check_output(
            [*command, str(self.machine.root)], env=self.machine.environment, text=True
        ).strip()


def _stat(process: Path) -> list[str]:
    """Return a process's state, parent and group; such a fork leads a group of its own."""
    try:
        return (process / "stat").read_text().rpartition(")")[2].split()[:3]
    except OSError:  # it ended meanwhile
        return [""]


@contextlib.contextmanager
def warm(machine: Machine) -> Iterator[Warm]:
    """Give the machine a runtime folder with a short name; end every resident in it."""
    runtime = Path(tempfile.mkdtemp(prefix="tg-"))
    try:
        one = Warm(machine, runtime)
        yield one
    finally:
        for lock in runtime.glob("tidegate/*.lock"):
            assert control.stop(str(lock).removesuffix(".lock"))
        shutil.rmtree(runtime, ignore_errors=True)
