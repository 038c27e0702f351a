"""The hook entry on a machine in trouble: one clear message, no note lost, other calls run."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from typing import TYPE_CHECKING

import pytest

from tests.host.machine import REPO, Machine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from host.cli.entry import Reply

    Trouble = Callable[[Machine], AbstractContextManager[list[str]]]
    """In force while it is entered; gives the hook entry to call."""

ENTRY = [str(REPO / "bin/tidegate-hook"), "claude-code"]
TOUCHES = "grep -c timeout deploy/config.yaml"
TOLD = "Note cfg, on "
NOTE = "---\nanchors: deploy/config.yaml\n---\nMind the gateway.\n"


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    machine = Machine(tmp_path).ready()
    machine.environment["HOME"] = str(machine.home)
    for name, text in {
        ".tidegate/notes/cfg.md": NOTE,
        "deploy/config.yaml": "timeout: 30\n",
    }.items():
        (machine.project / name).parent.mkdir(parents=True)
        (machine.project / name).write_text(text)
    return machine


def state_of(machine: Machine) -> Path:
    return machine.home / ".local/state/tidegate"


@contextlib.contextmanager
def locked(machine: Machine) -> Iterator[list[str]]:
    machine.ask(TOUCHES, session_id="another")
    with contextlib.closing(
        sqlite3.connect(state_of(machine) / "state.db", isolation_level=None)
    ) as other:
        other.execute("BEGIN IMMEDIATE")
        yield ENTRY


@contextlib.contextmanager
def full(machine: Machine) -> Iterator[list[str]]:
    """A limit on the size of files stands for the disk."""
    del machine
    yield ["/bin/sh", "-c", 'ulimit -f 0; exec "$@"', "sh", *ENTRY]


@contextlib.contextmanager
def read_only(machine: Machine) -> Iterator[list[str]]:
    """A file in the place of the folder: nothing can be made in it, by root neither."""
    folder = state_of(machine).parent
    folder.parent.mkdir()
    folder.write_text("")
    yield ENTRY
    folder.unlink()


@pytest.mark.parametrize(
    ("trouble", "says"),
    [
        (locked, "database is locked. Try again"),
        (full, "Make room on the disk"),
        (read_only, "folder writable for you"),
    ],
    ids=["a-locked-state-file", "a-full-disk", "a-read-only-home"],
)
def test_the_call_is_denied_and_the_note_is_told_once_all_is_well(
    trouble: Trouble, says: str, machine: Machine
) -> None:
    with trouble(machine) as entry:
        denied = output(machine.send(machine.event(TOUCHES), entry=entry))
        other = machine.send(machine.event("ls $X"), entry=entry)
    assert denied["permissionDecision"] == "deny"
    reason = denied["permissionDecisionReason"]
    assert (reason.count(says), str(machine.home) in reason) == (1, True)
    assert "bin/tidegate note list" in reason
    assert (other.code, other.stdout) == (0, b"")
    assert TOLD in output(machine.send(machine.event(TOUCHES)))["additionalContext"]


def test_a_corrupt_state_file_is_set_aside_and_the_note_is_told(machine: Machine) -> None:
    machine.ask(TOUCHES)
    for file in state_of(machine).glob("state.db*"):
        file.write_bytes(b"no database" * 1000)
    reply = machine.send(machine.event(TOUCHES))
    assert TOLD in output(reply)["additionalContext"]
    assert json.loads(reply.stdout)["systemMessage"].count("was corrupt. It was set aside as") == 1
    assert machine.send(machine.event(TOUCHES)).stdout == b""


def output(reply: Reply) -> dict[str, str]:
    """Return what the client is told about the call."""
    assert reply.code == 0, reply.stderr
    found: dict[str, str] = json.loads(reply.stdout)["hookSpecificOutput"]
    return found
