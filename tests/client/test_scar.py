"""The scar heredoc-py, before and after the call, as the model of a real session sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.client.install import REPO
from tests.client.session import Call, Home, bash, run_session

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.client

TEXT = "sep = 'C:\\\\tmp'\n"
WRITE = f"cat > app.py <<'EOF'\n{TEXT}EOF"


def context(told: str) -> str:
    """Return the text that the slice has for the model, as it stands in a note."""
    return told.partition("tidegate's scar slice: ")[2]


def test_the_same_text_through_the_write_tool(client: Path, home: Home) -> None:
    path = home.project / "app.py"
    turns = [bash(WRITE), Call("Write", {"file_path": str(path), "content": TEXT})]
    denied, written = run_session(client, home, turns, plugin=REPO).results
    assert denied.denied
    assert not written.is_error
    assert path.read_text() == TEXT


def test_a_broken_file_of_a_command_that_failed_is_told(client: Path, home: Home) -> None:
    home.write("gen.sh", "printf 'def f(:\\n' > stubs.py; exit 3\n")
    session = run_session(client, home, [bash("sh gen.sh"), bash("ls")], plugin=REPO)
    assert session.results[0].is_error
    assert not session.results[0].denied
    (told,) = (text for note in session.notes if (text := context(note)))
    assert f"{home.project}/stubs.py:1: invalid syntax" in told


def test_a_broken_file_of_a_command_that_succeeded_is_told(client: Path, home: Home) -> None:
    home.write("app.py", "def f():\n    pass\n")
    turns = [bash("sed -i 's/()/(/' app.py"), bash("sed -i 's/(:/():/' app.py"), bash("ls")]
    session = run_session(client, home, turns, plugin=REPO)
    (told,) = (text for note in session.notes if (text := context(note)))
    assert "app.py:1: " in told
    assert "not known" not in told
