"""A stage for whole-process measurements: a copy of the plugin, a project, events, and runs."""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import machine
from attrs import define, field, frozen

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from host.paths import ROOT
from host.warm import control

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

REPO = Path(ROOT)
SHIPPED = ("bin", "host", "requirements", "slices", "plugin.json", ".claude-plugin")
WARM_UP_ROUNDS = 3  # fills the page cache and lets the first call write what it caches
SETTLE_SECONDS = 0.12  # the ledger is written after an answer, and not at the next one's cost
READY_SECONDS = 30.0


@frozen
class Kind:
    """One thing to measure: a command line, its input, a text its answer must hold.

    "" stands for no answer at all, None for any.
    """

    command: Sequence[str]
    event: str = ""
    expected: str | None = ""
    environment: Mapping[str, str] = field(factory=dict)


@define
class Stage:
    """Folders of one fresh person, and a copy of the plugin with so many slices more."""

    place: Path
    more_slices: int = 0

    def __attrs_post_init__(self) -> None:
        for name in SHIPPED:
            source = REPO / name
            if source.is_dir():
                shutil.copytree(source, self.root / name)
            else:
                shutil.copy2(source, self.root / name)
        self.project.mkdir(parents=True)
        (self.project / "notes.txt").write_text("one\ntwo\n")
        for number in range(self.more_slices):
            self._add_slice(f"idle{number}")

    @property
    def root(self) -> Path:
        """The copy of the plugin."""
        return self.place / "plugin"

    @property
    def project(self) -> Path:
        """The folder of the calls."""
        return self.place / "project"

    @property
    def environment(self) -> dict[str, str]:
        """The whole environment of a call, without a warm host."""
        kept = {k: v for k, v in os.environ.items() if k in {"PATH", "LANG"}}
        return {
            **kept,
            "HOME": str(self.place / "home"),
            "XDG_STATE_HOME": str(self.place / "state"),
            "XDG_CONFIG_HOME": str(self.place / "config"),
            "XDG_RUNTIME_DIR": str(self.place),
            "CLAUDE_PLUGIN_DATA": str(REPO / ".tidegate" / "env"),
            "TIDEGATE_HOST": "cold",
        }

    @property
    def hook(self) -> tuple[str, str]:
        """The command line of the hook entry."""
        return (str(self.root / "bin" / "tidegate-hook"), "claude-code")

    def event(self, command: str) -> str:
        """Return the event of a shell call."""
        return json.dumps(
            {
                "session_id": "bench",
                "transcript_path": str(self.place / "transcript.jsonl"),
                "cwd": str(self.project),
                "hook_event_name": "PreToolUse",
                "permission_mode": "default",
                "tool_name": "Bash",
                "tool_input": {"command": command, "description": "measure"},
                "tool_use_id": "toolu_bench",
            }
        )

    def cold(self, command: str, expected: str | None = "") -> Kind:
        """Return a call that the cold host answers."""
        return Kind(self.hook, self.event(command), expected, self.environment)

    def warm(self, command: str, expected: str | None = "") -> Kind:
        """Return a call that the warm host answers, if it wants the call at all."""
        environment = self.environment
        del environment["TIDEGATE_HOST"]
        return Kind(self.hook, self.event(command), expected, environment)

    def bring_up(self) -> None:
        """Let a call start the warm host, and wait until it listens."""
        run(self.warm(f"cat {self.project}/notes.txt"), check=False)
        end = time.monotonic() + READY_SECONDS
        while not [path for path in self._sockets() if control.running(path)]:
            if time.monotonic() > end:
                sys.exit("the warm host does not come up")
            time.sleep(0.05)

    def take_down(self) -> None:
        """End the warm host."""
        for path in self._sockets():
            control.stop(path)

    def _sockets(self) -> list[str]:
        found = (self.place / "tidegate").glob("host-*")
        return [str(path) for path in found if not path.name.endswith(".lock")]

    def _add_slice(self, name: str) -> None:
        folder = self.root / "slices" / name
        folder.mkdir()
        (folder / "__init__.py").write_text('"""Nothing."""\n')
        (folder / "triggers.py").write_text('TRIGGERS = ("no-such-word",)\nCRUDE = {}\n')
        (folder / "plugin.py").write_text(IDLE_SLICE)
        config = json.loads((self.root / "plugin.json").read_text())
        config["slices"].append({"name": name, "enabled": True, "options": {}})
        (self.root / "plugin.json").write_text(json.dumps(config))


IDLE_SLICE = '''"""A slice that never says anything."""

from __future__ import annotations

from attrs import frozen

from host.hook import Control, Crude, Hook, Probe, Slice
from host.hookspecs import hookimpl


@frozen
class Options:
    pass


def nothing(*_):
    return None


@hookimpl
def tidegate_slice():
    hook = Hook(
        event="tool.call",
        phase="check",
        tools=frozenset({"shell"}),
        triggers=("no-such-word",),
        run=nothing,
        on_error=nothing,
    )
    control = Control("nothing", "none", "none", "never")
    probes = (
        Probe(command="no-such-word", expect="deny"),
        Probe(command="ls", expect="run"),
    )
    return Slice(
        hooks=(hook,), crude=Crude(), controls=(control,), probes=probes, options=Options
    )
'''


def stage(more_slices: int = 0) -> Iterator[Stage]:
    """Give a stage, and take down what it started; to be used with `contextmanager`."""
    with tempfile.TemporaryDirectory(prefix="tg-", ignore_cleanup_errors=True) as place:
        one = Stage(Path(place), more_slices)
        try:
            yield one
        finally:
            one.take_down()


def interpreter() -> str:
    """Return the interpreter that the hook entry starts, so that bare means the same one."""
    kept = REPO / ".tidegate" / "env" / "interpreter"
    if not kept.exists():
        sys.exit("there is no environment yet: run bin/tidegate setup first")
    return kept.read_text().strip()


def bare() -> Kind:
    """Return the yardstick of all ratios."""
    return Kind((interpreter(), "-I", "-S", "-c", "pass"))


def run(kind: Kind, *, check: bool = True) -> float:
    """Run one kind once; return the milliseconds that its caller waits."""
    start = time.perf_counter()
    done = subprocess.run(
        list(kind.command),
        input=kind.event.encode(),
        capture_output=True,
        env=dict(kind.environment) or None,
        check=False,
    )
    elapsed = time.perf_counter() - start
    answer = done.stdout.decode()
    if check and kind.expected is not None and (done.stderr or not _fits(answer, kind.expected)):
        sys.exit(f"{kind.command} answered {answer!r}\n{done.stderr.decode()}")
    return elapsed * 1000


def _fits(answer: str, expected: str) -> bool:
    return expected in answer if expected else not answer


def measure(kinds: Mapping[str, Kind], rounds: int) -> dict[str, list[float]]:
    """Run every kind once in each round, so that a machine whose speed drifts slows all alike."""
    times: dict[str, list[float]] = {name: [] for name in kinds}
    for turn in range(WARM_UP_ROUNDS + rounds):
        for name, kind in kinds.items():
            milliseconds = run(kind)
            time.sleep(SETTLE_SECONDS)
            if turn >= WARM_UP_ROUNDS:
                times[name].append(milliseconds)
    return times


def table(times: Mapping[str, Sequence[float]], first: str = "what") -> str:
    """Return medians and ratios to the first kind."""
    yardstick = statistics.median(next(iter(times.values())))
    rows = [
        f"| {first} | median ms | min | max | ratio to bare |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, values in times.items():
        middle = statistics.median(values)
        numbers = f"{middle:.1f} | {min(values):.1f} | {max(values):.1f} | {middle / yardstick:.2f}"
        rows.append(f"| {name} | {numbers} |")
    return "\n".join(rows)


def heading(rounds: int) -> str:
    """Return what every table needs beside it."""
    load = f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return (
        f"{machine.describe()}, {load}\n{rounds} interleaved rounds, whole processes, wall time\n"
    )
