"""Calls as the client sends them on Windows, judged by the path rules of that platform."""

# A process of its own loads recall as Windows would, in a folder that holds one named `C:`.

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
WORK = r"""
import importlib, json, ntpath, os, pkgutil, sqlite3, sys, tempfile
import host.shell, yaml
from host import clients, registry
from host.clients import claude_code
from host.desk import Desk
from host.phases import Round, decide
from host.state import State

here, sys.platform = sys.platform, "win32"
members = registry.load(["recall"])
import slices.recall
for module in pkgutil.iter_modules(slices.recall.__path__, "slices.recall."):
    importlib.import_module(module.name)
sys.platform = here

def call_of(event):
    kept, os.path = os.path, ntpath
    try:
        return claude_code.read(event)
    finally:
        os.path = kept

def told(event):
    desk = Desk(clients.load("claude-code"), State(os.path.abspath("state")))
    quiet = Round(members, desk, {}, lambda name, what: None, lambda name, call: False)
    decision = decide(quiet, call_of(event))
    assert decision.failures == (), decision.failures
    return sorted(name for name in ("own", "project") if f"Note {name}," in str(decision.contexts))

print(json.dumps([told(event) for event in json.load(sys.stdin)]))
"""
NOTE = "---\nanchors: ['{}']\n---\nMind it.\n"
PROJECT, OWN = ["project"], ["own"]

# the tool, its path or command, the session's folder
CALLS = {
    "edit-by-drive-in-a-folder-of-the-git-shell": ("Edit", r"C:\dev\proj\app.py", "/c/dev/proj"),
    "edit-by-drive": ("Edit", r"C:\dev\proj\app.py", r"C:\dev\proj"),
    "edit-in-another-case": ("Edit", "c:/DEV/proj/APP.py", r"C:\dev\proj"),
    "edit-from-a-folder-below": ("Edit", r"C:\dev\proj\app.py", r"C:\dev\proj\src"),
    "edit-from-a-folder-below-of-the-git-shell": ("Edit", r"C:\dev\proj\app.py", "/c/dev/proj/src"),
    "command-in-a-folder-of-the-git-shell": ("Bash", "cat app.py", "/c/dev/proj"),
    "command-in-a-drives-folder": ("Bash", "cat app.py", r"C:\dev\proj"),
    "command-with-a-drive": ("Bash", r"cat 'C:\dev\proj\app.py'", r"C:\dev\proj"),
    "command-with-a-path-of-the-git-shell": ("Bash", "cat /c/dev/proj/app.py", r"C:\dev\proj"),
    "command-behind-a-cd": ("Bash", "cd /c/dev && cat proj/app.py", r"C:\dev\proj"),
}
OTHERS = {
    "edit-on-another-drive": ("Edit", r"D:\dev\proj\app.py", r"C:\dev\proj"),
    "edit-of-another-file": ("Edit", r"C:\dev\proj\src\app.py", r"C:\dev\proj"),
    "command-on-another-drive": ("Bash", "cat /d/dev/proj/app.py", "/c/dev/proj"),
    "folder-that-is-no-drive": ("Bash", "cat app.py", "/cc/dev/proj"),
}
ELSEWHERE = {
    "edit-of-the-persons-own": ("Edit", r"C:\own\x.py", "/d/work"),
    "command-on-the-persons-own": ("Bash", "cat /C/Own/X.py", r"D:\work"),
}


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """Which notes come for each call; one process answers them all."""
    top = tmp_path_factory.mktemp("windows").resolve()
    project = top / "C:" / "dev" / "proj"
    for folder in (project / "src", project / ".git", top / "C:" / "own"):
        folder.mkdir(parents=True)
    for file in (project / "app.py", project / "src/app.py", top / "C:" / "own/x.py"):
        file.write_text("x = 1\n")
    notes = {project / ".tidegate/notes/project.md": "app.py"}
    notes[top / "config/tidegate/notes/own.md"] = "C:/own/x.py"
    for path, anchor in notes.items():
        path.parent.mkdir(parents=True)
        path.write_text(NOTE.format(anchor))
    calls = {**CALLS, **OTHERS, **ELSEWHERE}
    environment = {
        "HOME": str(top),
        "XDG_CONFIG_HOME": str(top / "config"),
        "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run(
        [sys.executable, "-c", WORK],
        cwd=top,
        env={**environment, "XDG_STATE_HOME": str(top / "state")},
        input=json.dumps([event(name, *call) for name, call in calls.items()]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return dict(zip(calls, json.loads(done.stdout), strict=True))


def event(session: str, tool: str, text: str, cwd: str) -> dict[str, object]:
    edit = {"file_path": text, "old_string": "1", "new_string": "2"}
    return {
        "hook_event_name": "PreToolUse",
        "session_id": session,
        "cwd": cwd,
        "tool_name": tool,
        "tool_input": {"command": text} if tool == "Bash" else edit,
        "tool_use_id": "toolu_1",
    }


@pytest.mark.parametrize("name", CALLS)
def test_every_spelling_of_the_file_brings_the_projects_note(
    name: str, answers: dict[str, list[str]]
) -> None:
    assert answers[name] == PROJECT


@pytest.mark.parametrize("name", OTHERS)
def test_another_file_brings_none(name: str, answers: dict[str, list[str]]) -> None:
    assert answers[name] == []


@pytest.mark.parametrize("name", ELSEWHERE)
def test_a_note_of_ones_own_comes_in_every_folder(name: str, answers: dict[str, list[str]]) -> None:
    assert answers[name] == OWN
