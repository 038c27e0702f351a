"""A machine for the hook entry: an empty home, a ready environment, and events to send."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attr
import attrs
import pluggy

from host import environment, extras, last_resort
from host.cli.entry import Reply, call
from host.clients.seen import seen

if TYPE_CHECKING:
    from collections.abc import Sequence

REPO = Path(__file__).resolve().parents[2]
OWN = Path(__file__).with_name("plugin")
SHIPPED = ("bin", "hooks", "host", "requirements", "slices", "plugin.json", ".claude-plugin")
IN_THE_MAKING = shutil.ignore_patterns("*.pyc.*")
"""Compiled files that an interpreter writes right now; a copy of the finished ones saves work."""
PYTHON = os.path.realpath(getattr(sys, "_base_executable", sys.executable))


def own_plugin(place: Path) -> Path:
    """Make a plugin whose one slice is the tests' own, so that no test hangs on a shipped one."""
    for name in sorted(set(SHIPPED) - {"slices", "plugin.json"}):
        shutil.copytree(REPO / name, place / name, ignore=IN_THE_MAKING)
    shutil.copytree(OWN, place, dirs_exist_ok=True)
    return place


class Machine:
    """Folders of one fresh user, the plugin's root, and how to call its hook entry."""

    def __init__(self, place: Path, root: Path = REPO) -> None:
        self.place = place
        self.root = root
        self.home = place / "home"
        self.data = place / "data"
        self.project = place / "project"
        for folder in (self.home, self.data, self.project):
            folder.mkdir(parents=True)
        (self.project / "notes.txt").write_text("one\ntwo\n")
        self.environment = {
            "PATH": os.defpath,
            "HOME": str(self.home),
            "CLAUDE_PLUGIN_DATA": str(self.data),
            "TIDEGATE_HOST": "cold",  # tests of the warm host take it out, and end what they start
        }

    def ready(self) -> Machine:
        """Have the set-up and the interpreter found already."""
        site = self.data / environment.key() / "site-packages"
        site.mkdir(parents=True)
        for package in (attr, attrs, pluggy):
            folder = Path(str(package.__file__)).parent
            (site / folder.name).symlink_to(folder)
        for name in last_resort.names():
            if (self.root / "slices" / name / Path(extras.pins_file(name)).name).exists():
                own = self.data / extras.folder_name(name) / "site-packages"
                own.parent.mkdir()
                own.symlink_to(Path(str(attrs.__file__)).parents[1])
        return self.with_interpreter(PYTHON)

    def with_interpreter(self, path: str) -> Machine:
        """Have this interpreter kept from an earlier call."""
        (self.data / environment.INTERPRETER_FILE).write_text(f"{path}\n")
        return self

    def set_up_failed_lately(self) -> Machine:
        """Keep the front from starting a set-up, with a message to show."""
        (self.data / environment.FAILURE_FILE).write_text("no route to the index\n")
        return self

    def copy(self) -> Machine:
        """Put a copy of the plugin that may be broken in the place of the first one."""
        first, self.root = self.root, self.place / "the plugin"
        for name in SHIPPED:
            source, target = first / name, self.root / name
            if source.is_dir():
                shutil.copytree(source, target, ignore=IN_THE_MAKING)
            else:
                shutil.copy2(source, target)
        return self

    def send(self, event: bytes | dict[str, Any], *, entry: Sequence[str] | None = None) -> Reply:
        """Send an event to the hook entry and wait until nothing of it is left."""
        raw = event if isinstance(event, bytes) else json.dumps(event).encode()
        command = list(entry or (str(self.root / "bin" / "tidegate-hook"), "claude-code"))
        return call(command, raw, self.environment, str(self.project))

    def ask(self, command: str, **changes: Any) -> tuple[str, str]:
        """Return verdict and text for a shell command; the entry has to leave with 0."""
        reply = self.send(self.event(command, **changes))
        assert reply.code == 0, reply.stderr
        return seen(reply.stdout.decode())

    def event(self, command: object, **changes: Any) -> dict[str, Any]:
        """Return the event of a shell call."""
        return {
            "session_id": "s",
            "transcript_path": str(self.place / "t.jsonl"),
            "cwd": str(self.project),
            "hook_event_name": "PreToolUse",
            "tool_name": "Bash",
            "tool_input": {"command": command},
            "tool_use_id": "toolu_1",
            **changes,
        }
