"""Every case of every slice, cold, warm and over HTTP: the same answer, byte for byte."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from host import clients, house, paths
from host.environment import key, ready
from host.question import Question
from host.warm import ask, control
from host.warm.places import http_file, socket_file
from host.warm.start import start
from tests.host.machine import Machine
from tests.host.over_http import Door
from tests.slices.conftest import load_file

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and UNIX sockets"),
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
]
HERE = Path(__file__).parent
CLIENT = clients.load("claude-code")
FILES = sorted(HERE.glob("*/cases.toml"))
NOTE = "---\nanchors:\n  - src/app.py\n  - deploy/config.yaml\n---\nMind the tabs.\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project with a note, in a home where every slice is on."""
    top = tmp_path.resolve() / "project"
    load_file(HERE / "guard" / "tree.py").make(top)
    for folder in ("deploy", ".tidegate/notes"):
        (top / folder).mkdir(parents=True)
    (top / "deploy" / "config.yaml").write_text("timeout: 30\n")
    (top / ".tidegate" / "notes" / "tabs.md").write_text(NOTE)
    config = tmp_path / "config" / "tidegate" / "config.json"
    config.parent.mkdir(parents=True)
    names = [file.parent.name for file in FILES if not file.parent.name.startswith("_")]
    config.write_text(json.dumps({"slices": {name: {"enabled": True} for name in names}}))
    for variable, value in (("HOME", top / "home"), ("XDG_CONFIG_HOME", tmp_path / "config")):
        monkeypatch.setenv(variable, str(value))
    monkeypatch.delenv("TIDEGATE_HOST", raising=False)
    monkeypatch.chdir(top)
    return top


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the packages of an environment of this test's own, which the bridge finds too."""
    machine = Machine(tmp_path / "machine").ready()
    monkeypatch.setenv("CLAUDE_PLUGIN_DATA", str(machine.data))
    return str(machine.data / key() / "site-packages")


@pytest.fixture
def resident(project: Path, site: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="tg-") as runtime:
        monkeypatch.setenv("XDG_RUNTIME_DIR", runtime)
        monkeypatch.setenv("XDG_STATE_HOME", str(project.parent / "state-of-its-own"))
        start(site)
        path = socket_file(site)
        try:
            while not (Path(path).exists() and Path(http_file(path)).exists()):
                time.sleep(0.01)
            yield path
        finally:
            assert control.stop(path)


def events(file: Path, project: Path) -> Iterator[dict[str, Any]]:
    for case in tomllib.loads(file.read_text("utf-8"))["case"]:
        if "command" in case:
            tool, given = "Bash", {"command": case["command"].replace("@TOP@", str(project))}
        else:
            tool, given = "Write", {"file_path": str(project / "x.md"), "content": case["text"]}
        yield {
            "session_id": case["id"],
            "cwd": str(project),
            "hook_event_name": "PreToolUse",
            "tool_name": tool,
            "tool_input": given,
            "tool_use_id": "toolu_1",
        }


def question(event: dict[str, Any]) -> Question:
    glance = CLIENT.glance(event)
    assert not isinstance(glance, str)
    return Question("claude_code", CLIENT, event, glance)


def cold(event: dict[str, Any]) -> str:
    """Return what the cold host's child answers; it is this process, which is quicker."""
    outcome = house.answer("claude_code", event)
    outcome.after()
    return outcome.text


def warm(event: dict[str, Any]) -> str:
    found, _ = ask.attempt(question(event), json.dumps(event).encode(), ready())
    assert found is not None
    found.release()
    return found.text


@pytest.mark.parametrize("file", FILES, ids=[file.parent.name for file in FILES])
def test_the_same_answer(
    file: Path, project: Path, resident: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def over_http(event: dict[str, Any]) -> str:
        """Return what a client in whose process the mod runs is answered, if it is anything."""
        return Door(resident, os.environ).ask(event) if answers[0] else ""

    said = set()
    for event in events(file, project):
        answers: list[str] = []
        for way in (cold, warm, over_http):
            monkeypatch.setenv("XDG_STATE_HOME", str(project.parent / way.__name__))
            answers.append(way(event))
        assert len(set(answers)) == 1, event
        said.add(answers[0])
    assert len(said) > 1 or file.parent.name.startswith("_")


IMPORTS = """
import json, sys
root, site, file = sys.argv[1:]
sys.path[:0] = [root, site]
from host.warm import load
load.everything(site)
from host import clients, house, paths
from host.cold import work
from host.question import Question
client = clients.load("claude-code")
before = set(sys.modules)
for place, event in enumerate(json.loads(open(file).read())):
    answer, after = work(Question("claude_code", client, event, client.glance(event)), {}, site)(
        lambda name, stage: None
    )
    if place % 10 == 0:  # it is the same after most answers
        after()
print(sorted(set(sys.modules) - before))
"""


def test_a_warm_call_imports_nothing(
    project: Path, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(project.parent / "state"))
    asked = [event for file in FILES for event in events(file, project)][::4]
    results = [{**event, "hook_event_name": "PostToolUse", "tool_response": ""} for event in asked]
    asked += results[::10]
    for name in ("SessionStart", "PreCompact", "SessionEnd"):
        asked.append({"session_id": "s", "cwd": str(project), "hook_event_name": name})
    file = project.parent / "events.json"
    file.write_text(json.dumps(asked))
    python = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
    command = [python, "-I", "-S", "-c", IMPORTS, paths.ROOT, site, str(file)]
    assert subprocess.check_output(command, text=True) == "[]\n"
