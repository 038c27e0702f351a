"""`tidegate demo`: recorded client events through the real hook entry, and what an agent sees."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from host.cli.entry import call
from host.clients.seen import seen
from host.environment import ready
from host.last_resort import names
from host.paths import ROOT, config_folder
from host.shortcut import SWITCH

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

FILES = {
    "README.md": "\n".join(["# A project", "", *(f"Line {n} of it." for n in range(3, 41)), ""]),
    "docs/notes.txt": "one\ntwo\nthree\n",
}
_NEEDED = (".claude-plugin", "bin", "host", "requirements", "slices", "plugin.json")
_MARKS = {"deny": "DENIED", "ask": "ASKED", "run": "RUNS", "rewrite": "REWRITTEN"}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Take no arguments."""
    parser.epilog = "Exit code: 0 each event was answered as recorded, 1 one was not."


def run(_options: argparse.Namespace) -> int:
    """Show each event; return 0 only where each was answered as recorded."""
    with tempfile.TemporaryDirectory(prefix="tidegate-demo-", ignore_cleanup_errors=True) as place:
        scene = Scene(Path(place).resolve())
        right = [scene.show(number, one) for number, one in enumerate(recorded(), 1)]
    print(f"{sum(right)} of {len(right)} events were answered as recorded.")
    return 0 if all(right) else 1


def recorded() -> list[dict[str, Any]]:
    """Return the events that each slice brings to the demo (`slices/NAME/demo.json`), in order."""
    files = [Path(ROOT) / "slices" / name / "demo.json" for name in names()]
    return [one for file in files if file.exists() for one in json.loads(file.read_text("utf-8"))]


class Scene:
    """A project, a state folder and a broken copy of the plugin, all in one scratch folder."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._project = place / "project"
        self._names = {
            str(self._project): "/project",
            str(place / "tidegate"): ROOT,
            str(place / "config" / "tidegate"): config_folder(),
        }
        for name, text in FILES.items():
            file = self._project / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")

    def show(self, number: int, one: Mapping[str, Any]) -> bool:
        """Send one event, print what came of it, and tell whether that is what was recorded."""
        event = self._event(number, one["event"])
        root = self._broken_copy() if one.get("broken") else Path(ROOT)
        entry = [str(root / "bin" / "tidegate-hook"), "claude-code"]
        raw = json.dumps(event).encode()
        reply = call(entry, raw, self._environment(), str(self._project))
        verdict, text = seen(reply.stdout.decode("utf-8", "replace"))
        right = reply.code == 0 and verdict == one["expect"]
        print(self._told(one["title"], event, verdict, text))
        if not right:
            print(f"    expected {one['expect']}, exit code {reply.code}")
            print(textwrap.indent(reply.stderr.decode("utf-8", "replace"), "    "))
        return right

    def _event(self, number: int, recorded: Mapping[str, Any]) -> dict[str, Any]:
        text = json.dumps(recorded).replace("{project}", str(self._project))
        return {
            "session_id": "demo",
            "transcript_path": f"{self._place}/transcript.jsonl",
            "cwd": str(self._project),
            "permission_mode": "default",
            "tool_use_id": f"toolu_{number}",
            **json.loads(text),
        }

    def _environment(self) -> dict[str, str]:
        """Return the person's own environment, with a state and a config of the demo's own."""
        return {
            **os.environ,
            "XDG_STATE_HOME": str(self._place / "state"),
            "XDG_CONFIG_HOME": str(self._place / "config"),
            SWITCH: "cold",  # nothing of the demo stays behind
            "CLAUDE_PLUGIN_DATA": str(Path(ready()).parents[1]),  # the broken copy has none
        }

    def _broken_copy(self) -> Path:
        copy = self._place / "tidegate"
        if not copy.exists():
            for name in _NEEDED:
                _copy(Path(ROOT) / name, copy / name)
            (copy / "host" / "house.py").write_text("raise RuntimeError('broken for the demo')\n")
        return copy

    def _told(self, title: str, event: Mapping[str, Any], verdict: str, text: str) -> str:
        given = event["tool_input"]
        what = f"$ {given['command']}" if "command" in given else f"Read {given['file_path']}"
        lines = [title, f"    {what}", f"    {_MARKS.get(verdict, verdict)}"]
        if text:
            lines.append(textwrap.indent(text, "      "))
        shown = "\n".join(lines)
        for real, plain in self._names.items():
            shown = shown.replace(real, plain)
        return f"{shown}\n"


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy2(source, target)
