"""The scar heredoc-py, before and after the call, as the model of a real session sees it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.client.install import REPO
from tests.client.session import Call, Home, bash, run_session

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.client

TEXT = "sep = 'C:\\\\tmp'\n"
BLOCKED = [
    f"cat > app.py <<'EOF'\n{TEXT}EOF",
    f"tee --append app.py <<'EOF'\n{TEXT}EOF",
    "cat 1<>app.py <<'EOF'\nx\nEOF",
    f"{{ cat <<'EOF'\n{TEXT}EOF\n}} > app.py",
    f"cat <<'EOF' | tee app.py\n{TEXT}EOF",
    "python3 - <<'EOF'\nfrom pathlib import Path\np = Path('app.py')\np.write_text('x')\nEOF",
    "bash <<'EOF'\ncat > app.py <<X\ny = 1\nX\nEOF",
]
PASSED = [
    "cat > notes.md <<'EOF'\nsee app.py\nEOF",
    "cat >&2 <<'EOF'\nusage: run app.py > out\nEOF",
    "python3 - <<'EOF'\nprint(open('given.py').read())\nEOF",
]


def context(told: str) -> str:
    """Return the text that the slice has for the model, as it stands in a note."""
    return told.partition("tidegate's scar slice: ")[2]


def test_the_table_holds_before_the_call(client: Path, home: Home) -> None:
    home.write("given.py", "given = 1\n")
    session = run_session(client, home, [bash(c) for c in (*BLOCKED, *PASSED)], plugin=REPO)
    blocked, passed = session.results[: len(BLOCKED)], session.results[len(BLOCKED) :]
    assert [result.denied for result in blocked] == [True] * len(BLOCKED)
    way_out = f"Write(file_path={json.dumps(str(home.project / 'app.py'))}, content=…)"
    assert all(way_out in result.text for result in blocked)
    assert not (home.project / "app.py").exists()
    assert [result.denied for result in passed] == [False] * len(PASSED)
    assert "given = 1" in passed[2].text


def test_the_same_text_through_the_write_tool(client: Path, home: Home) -> None:
    path = home.project / "app.py"
    turns = [bash(BLOCKED[0]), Call("Write", {"file_path": str(path), "content": TEXT})]
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
