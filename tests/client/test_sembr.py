"""Rewritten files and messages of a real session, on disk and in git."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.client.install import REPO
from tests.client.plugin import copy_plugin, switch_on
from tests.client.session import Call, Home, bash, read, run_session

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.client

TWO = "One here. Two there."
BROKEN = "One here.\nTwo there."
DOCUMENT = f"# A title. Of two\n\n{TWO}\n\n- {TWO}\n"
WRITTEN = f"# A title. Of two\n\n{BROKEN}\n\n- One here.\n  Two there.\n"


@pytest.fixture(scope="session")
def sembr_plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the plugin in which sembr is on."""
    plugin = copy_plugin(tmp_path_factory.mktemp("sembr") / "tidegate")
    switch_on(plugin)
    return plugin


@pytest.fixture
def machine(home: Home) -> Home:
    git(home, "init", "-q")
    git(home, "config", "user.name", "A")
    git(home, "config", "user.email", "a@b")
    return home


def git(home: Home, *arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments], cwd=home.project, check=True, capture_output=True, text=True
    )
    return done.stdout


def write(path: Path, text: str) -> Call:
    return Call("Write", {"file_path": str(path), "content": text})


def edit(path: Path, old: str, new: str) -> Call:
    return Call("Edit", {"file_path": str(path), "old_string": old, "new_string": new})


def test_a_file_is_written_with_breaks_and_can_be_edited_after(
    client: Path, machine: Home, sembr_plugin: Path
) -> None:
    path = machine.project / "doc.md"
    turns = [write(path, DOCUMENT), edit(path, "- One here.", f"- {TWO} 3.\n- Old"), read(path)]
    session = run_session(client, machine, turns, plugin=sembr_plugin)
    assert [r.is_error for r in session.results] == [False] * len(turns)
    edited = WRITTEN.replace("- One here.", "- One here.\n  Two there. 3.\n- Old")
    assert path.read_text() == edited
    (first, second) = (n for n in session.notes if "sembr" in n)
    assert "added 2 line breaks" in first
    assert str(path) in first
    assert "added 1 line break " in second


def test_a_file_with_windows_line_endings_is_edited(
    client: Path, machine: Home, sembr_plugin: Path
) -> None:
    path = machine.project / "doc.md"
    path.write_bytes(b"First.\r\n\r\nOld text.\r\nLast.\r\n")
    turns = [read(path), edit(path, "Old text.\nLast.", f"{TWO}\nLast.")]
    session = run_session(client, machine, turns, plugin=sembr_plugin)
    assert [r.is_error for r in session.results] == [False] * len(turns)
    assert path.read_bytes() == b"First.\r\n\r\nOne here.\r\nTwo there.\r\nLast.\r\n"


def test_messages_are_committed_with_breaks(
    client: Path, machine: Home, sembr_plugin: Path
) -> None:
    message = f"Add it. And more\n\n{TWO}\n\nSigned-off-by: A. B. C <a@b>\n"
    commit = "git commit -q --allow-empty"
    turns = [
        bash(f"{commit} -F - <<'EOF'\n{message}EOF"),
        bash(f"{commit} -m \"$(cat <<'EOF'\n{message}EOF\n)\" && echo done. Really"),
        bash(f"{commit} -F - <<EOF\n{message}EOF"),
    ]
    session = run_session(client, machine, turns, plugin=sembr_plugin)
    assert [r.is_error for r in session.results] == [False] * len(turns)
    assert "done. Really" in session.results[1].text
    messages = git(machine, "log", "--reverse", "-z", "--format=%B").split("\0")
    assert [m.strip() for m in messages[:3]] == [
        message.replace(TWO, BROKEN).strip(),
        message.replace(TWO, BROKEN).strip(),
        message.strip(),
    ]


def test_other_files_and_commands_are_as_the_model_gave_them(
    client: Path, machine: Home, sembr_plugin: Path
) -> None:
    path = machine.project / "doc.txt"
    turns = [write(path, DOCUMENT), bash(f"cat > doc.md <<'EOF'\n{DOCUMENT}EOF")]
    session = run_session(client, machine, turns, plugin=sembr_plugin)
    assert path.read_text() == DOCUMENT
    assert (machine.project / "doc.md").read_text() == DOCUMENT
    assert [n for n in session.notes if "sembr" in n] == []


def test_one_line_of_the_persons_configuration_turns_it_on(client: Path, home: Home) -> None:
    (home.config / "tidegate").mkdir()
    config = home.config / "tidegate" / "config.json"
    config.write_text(json.dumps({"slices": {"sembr": {"enabled": True}}}))
    path = home.project / "doc.md"
    run_session(client, home, [write(path, DOCUMENT)], plugin=REPO)
    assert path.read_text() == WRITTEN
