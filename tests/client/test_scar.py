"""The scar heredoc-py, before and after the call, as the model of a real session sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.client.install import REPO
from tests.client.session import Call, Home, Session, bash, run_session

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.client, pytest.mark.xdist_group("scar")]

TEXT = "sep = 'C:\\\\tmp'\n"
WRITE = f"cat > app.py <<'EOF'\n{TEXT}EOF"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, data: Path) -> Home:
    """The machine of the one session that these tests read."""
    home = Home(tmp_path_factory.mktemp("scar") / "machine")
    home.seed(data)
    return home


@pytest.fixture(scope="module")
def session(client: Path, home: Home) -> Session:
    """A session with the calls of each test, on files of its own."""
    home.write("gen.sh", "printf 'def f(:\\n' > stubs.py; exit 3\n")
    home.write("mended.py", "def f():\n    pass\n")
    write = {"file_path": str(home.project / "app.py"), "content": TEXT}
    turns = [
        *(bash(WRITE), Call("Write", write)),
        *(bash("sh gen.sh"), bash("ls")),
        *(bash("sed -i 's/()/(/' mended.py"), bash("sed -i 's/(:/():/' mended.py"), bash("ls")),
    ]
    return run_session(client, home, turns, plugin=REPO)


def told(session: Session) -> list[str]:
    """Return the texts that the slice has for the model, as they stand in the notes."""
    parts = (note.partition("tidegate's scar slice: ")[2] for note in session.notes)
    return [text for text in parts if text]


def test_the_same_text_through_the_write_tool(session: Session, home: Home) -> None:
    denied, written = session.results[:2]
    assert denied.denied
    assert not written.is_error
    assert (home.project / "app.py").read_text() == TEXT


def test_a_broken_file_of_a_command_that_failed_is_told(session: Session, home: Home) -> None:
    failed = session.results[2]
    assert failed.is_error
    assert not failed.denied
    (text,) = (text for text in told(session) if "stubs.py" in text)
    assert f"{home.project}/stubs.py:1: invalid syntax" in text


def test_a_broken_file_of_a_command_that_succeeded_is_told(session: Session) -> None:
    (text,) = (text for text in told(session) if "mended.py" in text)
    assert "mended.py:1: " in text
    assert "not known" not in text


def test_nothing_else_is_told(session: Session) -> None:
    assert len(told(session)) == 2
