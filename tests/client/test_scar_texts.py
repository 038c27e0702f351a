"""The scars backticks and stdin-hang, and one of a project's own, in a real session."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.client.install import REPO
from tests.client.session import Call, Home, bash, run_session

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.client

OWN = """\
title = "A release by hand"
origin = "A release from a laptop had uncommitted files in it."
evidence = "One release, taken back."
action = "deny"
message = "Push a tag: the pipeline releases."
retire_when = "The registry takes releases from the pipeline alone."

[[when]]
program = ["sh"]
arguments = ["release.sh"]

[[must_block]]
id = "by-hand"
command = "sh release.sh"

[[must_pass]]
id = "another-script"
command = "sh build.sh"
"""


def test_a_text_that_bash_would_run_is_denied_and_runs_in_single_quotes(
    client: Path, home: Home
) -> None:
    turns = [
        bash('echo "Run `touch made.txt` first" > notes.txt'),
        bash("echo 'Run `touch made.txt` first' > notes.txt"),
        bash('echo "today is $(date +%Y)" > day.txt'),
        bash("cat notes.txt | bash -s <<'E'\nread x\nE\n"),
        bash("bash -s <<'E'\necho ran > ran.txt\nE\n"),
    ]
    session = run_session(client, home, turns, plugin=REPO)
    assert [result.denied for result in session.results] == [True, False, False, True, False]
    assert "echo: `touch made.txt`" in session.results[0].text
    assert "bash: |, then << E" in session.results[3].text
    assert not (home.project / "made.txt").exists()
    assert (home.project / "notes.txt").read_text() == "Run `touch made.txt` first\n"
    assert (home.project / "day.txt").read_text().startswith("today is 2")
    assert (home.project / "ran.txt").exists()


def test_a_scar_that_the_session_writes_counts_from_the_next_call_on(
    client: Path, home: Home
) -> None:
    home.write("release.sh", "echo released >> log.txt\n")
    path = home.project / ".tidegate/scars/by-hand.toml"
    turns = [
        bash("sh release.sh"),
        Call("Write", {"file_path": str(path), "content": OWN}),
        bash("sh release.sh"),
        bash("cd . && sh release.sh --now"),
        bash("sh -c 'echo other >> log.txt'"),
    ]
    session = run_session(client, home, turns, plugin=REPO)
    assert [result.denied for result in session.results] == [False, False, True, True, False]
    assert "Denied by the scar by-hand" in session.results[2].text
    assert "Push a tag: the pipeline releases." in session.results[2].text
    assert (home.project / "log.txt").read_text() == "released\nother\n"


def test_a_scar_with_a_fault_is_named_and_blocks_nothing(client: Path, home: Home) -> None:
    home.write(".tidegate/scars/by-hand.toml", OWN.replace('"deny"', '"allow"'))
    session = run_session(client, home, [bash("sh -c true"), bash("sh -c true")], plugin=REPO)
    assert [result.is_error for result in session.results] == [False, False]
    told = [note for note in session.notes if "does not ask these scars" in note]
    assert len(told) == 1
    assert "at action: expected one of these (deny, ask, context)" in told[0]
