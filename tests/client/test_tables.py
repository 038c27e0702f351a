"""The tables of the slices' specifications, row by row, as a real session's model sees them."""

# A message of the model holds many calls, and they go to the warm host, as they do at a person's.

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host.last_resort import names
from host.warm import control
from tests.client import tables
from tests.client.install import REPO
from tests.client.session import PATH, Home, Result, Session, bash, run_session

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

pytestmark = pytest.mark.client

SHIMS = ("ssh", "gh", "curl", "jq")
"""Programs that would leave this machine, or that it may not have."""

AT_ONCE = 16
"""Calls in one message; the client asks its hooks about all of them at the same time."""

GIT = {f"GIT_{who}_{what}": "a@b" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}


def needs(*slices: str) -> pytest.MarkDecorator:
    """Skip a test of a slice that was taken out of the repo."""
    gone = sorted(set(slices) - set(names()))
    return pytest.mark.skipif(bool(gone), reason=f"deleted: {gone}")


@pytest.fixture
def warm(home: Home) -> Iterator[Home]:
    """A home with a resident, in which the programs that would leave the machine do nothing."""
    runtime = Path(tempfile.mkdtemp(prefix="tg-"))  # a short name: a socket's address lies in it
    shims = home.root / "shims"
    for name in SHIMS:
        tables.write(shims / name, "#!/bin/sh\nexit 0\n")
        (shims / name).chmod(0o755)
    home.env |= {"TIDEGATE_HOST": "warm", "XDG_RUNTIME_DIR": str(runtime)}
    home.env |= {"PATH": f"{shims}:{PATH}", **GIT}
    try:
        yield home
    finally:
        for lock in runtime.glob("tidegate/*.lock"):
            assert control.stop(str(lock).removesuffix(".lock"))
        shutil.rmtree(runtime, ignore_errors=True)


@pytest.fixture
def filled(warm: Home) -> Iterator[Home]:
    """A project with the files of every table, and somebody who writes into its queue."""
    tables.fill(warm.project)
    subprocess.run(["git", "init", "-q"], cwd=warm.project, check=True)
    writer = subprocess.Popen(["sh", "-c", "echo from-the-queue > queue"], cwd=warm.project)
    try:
        yield warm
    finally:
        writer.kill()
        writer.wait()


def play(client: Path, home: Home, *groups: Sequence[str]) -> tuple[Session, list[list[Result]]]:
    """Play a session whose model sends these groups of calls; return the results of each."""
    calls = [bash(command) for group in groups for command in group]
    messages = [calls[at : at + AT_ONCE] for at in range(0, len(calls), AT_ONCE)]
    session = run_session(client, home, messages, plugin=REPO)
    left = iter(session.results)
    return session, [list(islice(left, len(group))) for group in groups]


def unlike(commands: Sequence[str], results: Sequence[Result], *, expected: bool) -> list[str]:
    """Return the commands whose verdict is not the expected one."""
    return [c for c, r in zip(commands, results, strict=True) if r.denied is not expected]


def spelled(home: Home, path: str, offset: int | None, limit: int | None) -> str:
    window = [f"{k}={v}" for k, v in (("offset", offset), ("limit", limit)) if v is not None]
    return f"Read({', '.join([f'file_path={json.dumps(str(home.project / path))}', *window])})"


def told(session: Session) -> list[str]:
    """Return the ids of the notes that came before a call, each as often as it came."""
    before = [note for note in session.notes if "PreToolUse:Bash" in note]
    return sorted(re.findall(r"^Note (r\d+),", "\n".join(before), re.MULTILINE))


@needs("guard")
def test_every_row_of_the_table_of_prints(client: Path, filled: Home) -> None:
    session, (denied, ran) = play(client, filled, list(tables.PRINTS), tables.RUNS)
    assert unlike(list(tables.PRINTS), denied, expected=True) == []
    assert unlike(tables.RUNS, ran, expected=False) == []
    named = [re.findall(r"^  (Read\(.*\))$", r.text, re.MULTILINE) for r in denied]
    assert named == [[spelled(filled, *read) for read in p] for p in tables.PRINTS.values()]
    assert told(session) == []
    shown = dict(zip(tables.RUNS, ran, strict=True))
    assert shown["cat notes.txt | wc -l"] == Result(str(tables.LINES), is_error=False)
    assert shown["echo cat notes.txt"] == Result("cat notes.txt", is_error=False)
    assert not shown["tail -n 3 empty.txt"].is_error
    assert shown["cat queue"] == Result("from-the-queue", is_error=False)


@needs("guard", "recall", "scar")
def test_every_row_of_the_tables_of_notes_and_of_scars(client: Path, filled: Home) -> None:
    session, (_, blocked, passed, (twice,)) = play(
        client, filled, tables.rows(), tables.BLOCKED, tables.PASSED, [tables.TWICE_DENIED]
    )
    marks = ("[guard]", "Read(file_path=", "[scar]", tables.OUTLINE)
    places = [twice.text.find(mark) for mark in marks]
    assert places == sorted(places)
    assert -1 not in places
    assert told(session) == sorted(f"r{n}" for n in range(len(tables.DELIVERS)))
    assert unlike(tables.BLOCKED, blocked, expected=True) == []
    way_out = f"Write(file_path={json.dumps(str(filled.project / 'app.py'))}, content=…)"
    writes = [r.text for c, r in zip(tables.BLOCKED, blocked, strict=True) if "app.py" in c]
    assert [text for text in writes if way_out not in text] == []
    assert [r.text for r in blocked if "slices/scar/README.md" not in r.text] == []
    assert unlike(tables.PASSED, passed, expected=False) == []
    assert "given = 1" in "".join(r.text for r in passed)
    assert not (filled.project / "app.py").exists()
    assert not (filled.project / "made.txt").exists()


@needs("scar")
def test_what_changes_on_its_way_on_windows(client: Path, filled: Home) -> None:
    config = {"slices": {"scar": {"options": {"platform": "windows"}}}}
    tables.write(filled.config / "tidegate" / "config.json", json.dumps(config))
    _, (changed, sent) = play(client, filled, tables.CHANGED_ON_THE_WAY, tables.AS_SENT)
    assert unlike(tables.CHANGED_ON_THE_WAY, changed, expected=True) == []
    assert unlike(tables.AS_SENT, sent, expected=False) == []
