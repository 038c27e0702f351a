"""The valve as a session meets it: real phases, real state, the real client's wording."""

import json
from pathlib import Path
from typing import Any

import attrs
import pytest

from host.call import SessionEvent, ToolCall


@pytest.fixture
def session(tmp_path: Path, stand_of: Any, shell_call: Any) -> Any:
    """Return a session in a folder with two files."""
    for name in ("page.md", "other.md"):
        (tmp_path / name).write_text("line\n" * 5)
    (tmp_path / "link.md").symlink_to("page.md")
    return Session(stand_of("guard"), shell_call, str(tmp_path))


@attrs.define
class Session:
    stand: Any
    shell_call: Any
    folder: str

    def verdict(self, command: str, **who: str) -> str:
        return str(self.stand.decide(self.shell_call(command, self.folder, **who)).verdict)

    def read(self, path: str, **who: Any) -> None:
        call = ToolCall("claude-code", "read", "session-1", self.folder, path=path)
        assert self.stand.decide(attrs.evolve(call, **who)).verdict == "run"

    def happens(self, event: Any, source: str = "", agent: str = "") -> None:
        occasion = SessionEvent("claude-code", event, "session-1", self.folder, agent, source)
        assert self.stand.decide(occasion).said == ()


def test_denied_read_and_printed_again(session: Session) -> None:
    assert session.verdict("cat page.md") == "deny"
    assert session.verdict("cat page.md") == "deny"
    session.read(f"{session.folder}/page.md")
    assert session.verdict("cat page.md") == "run"
    assert session.verdict("head -n 2 link.md") == "run"
    assert session.verdict("cat other.md") == "deny"
    assert session.stand.counts() == ["valve", "valve"]


def test_agents_and_sessions_are_kept_apart(session: Session) -> None:
    session.verdict("cat page.md")
    session.read(f"{session.folder}/page.md")
    assert session.verdict("cat page.md", agent="a") == "deny"
    assert session.verdict("cat page.md", session="session-2") == "deny"
    assert session.verdict("cat page.md") == "run"


@pytest.mark.parametrize(
    ("event", "source"),
    [("session.compact", "compact"), ("session.start", "compact"), ("session.start", "clear")],
    ids=["compaction", "start-after-a-compaction", "start-after-a-clear"],
)
def test_a_compaction_starts_afresh(session: Session, event: str, source: str) -> None:
    session.verdict("cat page.md")
    session.read(f"{session.folder}/page.md")
    session.happens(event, source)
    assert session.verdict("cat page.md") == "deny"


def test_a_resumed_session_goes_on(session: Session) -> None:
    session.verdict("cat page.md")
    session.read(f"{session.folder}/page.md")
    session.happens("session.start", "resume")
    assert session.verdict("cat page.md") == "run"


def test_a_deny_watches_for_reads_of_the_file(session: Session) -> None:
    session.verdict("cat link.md")
    watched = Path(session.stand.state.folder, "watch/guard").read_text()
    assert {"page.md", "link.md"} <= set(json.loads(watched))


def test_agent_types_without_the_read_tool_are_never_denied(session: Session) -> None:
    session.stand = session.stand.with_options(agents_without_read=("printer",))
    assert session.verdict("cat page.md", agent_type="printer") == "run"
    assert session.verdict("cat page.md", agent_type="other") == "deny"
    assert session.verdict("cat page.md") == "deny"


def test_what_runs_anyway_is_neither_remembered_nor_counted(session: Session) -> None:
    session.verdict("cat page.md | wc -l")
    session.read(f"{session.folder}/page.md")
    assert session.verdict("cat page.md") == "deny"
    assert session.stand.counts() == []
