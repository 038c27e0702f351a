"""Real processes of the command line at the same time: every note survives."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from host.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

PROCESSES = 8
EACH = 5

PROGRAM = f"""
import sys
sys.path[:0] = [{ROOT!r}]
import argparse
from slices.recall.cli import note
def run(*words):
    parser = argparse.ArgumentParser("note")
    note.arguments(parser)
    code = note.run(parser.parse_args(words))
    if code:
        sys.exit(code)
"""

AT_ONCE = """
import json, os, traceback
waits, starts = os.pipe()
def child(program):
    os.close(starts)
    os.read(waits, 1)  # until all are there
    try:
        exec(program)
        sys.stdout.flush()
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)
children = [os.fork() or child(program) for program in json.loads(sys.argv[1])]
os.close(starts)
sys.exit(any([os.waitpid(one, 0)[1] for one in children]))
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    (tmp_path / "repo" / "x").write_text("x")
    return tmp_path / "repo"


def start(project: Path, program: str, *arguments: str, **more: object) -> subprocess.Popen[str]:
    top = project.parent
    variables = {"HOME": top, "XDG_STATE_HOME": top / "state", "XDG_CONFIG_HOME": top / "config"}
    environment = {**os.environ, **{name: str(path) for name, path in variables.items()}}
    command = [sys.executable, "-c", PROGRAM + program, *arguments]
    return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
        command,
        cwd=project,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **more,
    )


def finish(process: subprocess.Popen[str]) -> str:
    out, said = process.communicate()
    assert process.returncode == 0, said
    return out


def at_once(project: Path, programs: list[str]) -> None:
    """Run each program in a process of its own, all from the same moment."""
    finish(start(project, AT_ONCE, json.dumps(programs)))


def listed(project: Path, *words: str) -> list[dict[str, object]]:
    return list(json.loads(finish(start(project, f"run('list', '--json', *{words!r})"))))


def test_of_eight_that_add_at_once_every_note_survives(project: Path) -> None:
    program = f"for n in range({EACH}): run('add', 'x', '--text', 'the same words')"
    at_once(project, [program] * PROCESSES)
    assert len(listed(project)) == PROCESSES * EACH
    left = {path.suffix for path in (project / ".tidegate/notes").iterdir()}
    assert left == {".md"}


def test_of_eight_that_change_one_note_no_change_is_lost(project: Path) -> None:
    finish(start(project, "run('add', 'x', '--text', 't', '--expires', '2999-01-01')"))
    (note,) = (str(one["id"]) for one in listed(project))
    changes = [
        f"run('edit', {note!r}, '--severity', 'stop')",
        f"run('edit', {note!r}, '--expires', 'never')",
        f"run('edit', {note!r}, '--text', 'new')",
        f"run('retire', {note!r})",
    ]
    at_once(project, changes * 2)
    (now,) = listed(project, "--all")
    assert (now["severity"], now["expires"], now["text"]) == ("stop", None, "new")
    assert now["retired"]


def test_adding_and_retiring_at_once_leaves_each_in_its_state(project: Path) -> None:
    finish(start(project, f"for n in range({PROCESSES}): run('add', 'x', '--text', 'old')"))
    notes = [str(one["id"]) for one in listed(project)]
    adding = ["run('add', 'x', '--text', 'new')"] * len(notes)
    at_once(project, [*adding, *(f"run('retire', {note!r})" for note in notes)])
    assert [one["text"] for one in listed(project)] == ["new"] * PROCESSES
    assert len(listed(project, "--all")) == 2 * PROCESSES


def _no_room() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def test_a_full_disk_is_said_and_leaves_no_half_of_a_note(project: Path) -> None:
    """A limit on the size of files stands for the disk."""
    process = start(project, "run('add', 'x', '--text', 't')", preexec_fn=_no_room)
    _, said = process.communicate()
    assert process.returncode == 2
    assert "expected a folder that can be written to, got file too large" in said
    assert list((project / ".tidegate/notes").iterdir()) == []


def test_a_full_disk_leaves_a_note_that_is_to_be_changed(project: Path) -> None:
    finish(start(project, "run('add', 'x', '--text', 'kept')"))
    (note,) = (str(one["id"]) for one in listed(project))
    process = start(project, f"run('retire', {note!r})", preexec_fn=_no_room)
    _, said = process.communicate()
    assert process.returncode == 2
    assert "expected a folder that can be written to" in said
    assert [one["text"] for one in listed(project)] == ["kept"]
