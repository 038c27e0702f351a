"""`tidegate scar audit`: attempts in recorded sessions, before and after a scar's first day."""

from __future__ import annotations

import argparse
import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from host import ledger, paths
from host.call import ToolCall
from host.ledger import Row
from host.state import State
from slices.scar import counts
from slices.scar.catalogue import shipped
from slices.scar.cli import scar as command

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FINE, FOUND, WRONG_USE = 0, 1, 2
WRITES = "cat > a.py <<'EOF'\nx = 1\nEOF\n"
HANGS = next(scar for scar in shipped() if scar.id == "stdin-hang").must_block[0].command


def line(day: int, session: str, shell: str, model: str = "m") -> str:
    block = {"type": "tool_use", "id": f"{day}", "name": "Bash", "input": {"command": shell}}
    return json.dumps(
        {
            "sessionId": session,
            "cwd": "/",
            "timestamp": f"2026-11-{day:02d}T12:00:00Z",
            "type": "assistant",
            "message": {"model": model, "content": [block]},
        }
    )


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Four sessions in five days: two that write by here-document, one of them twice."""
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    environment = {b"HOME": str(tmp_path).encode(), b"XDG_STATE_HOME": str(tmp_path).encode()}
    monkeypatch.setattr(paths, "_environ", environment)
    monkeypatch.chdir(tmp_path)
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "a.jsonl").write_text("\n".join([line(1, "a", WRITES), line(2, "a", WRITES)]))
    (kept / "b.jsonl").write_text(line(3, "b", "ls"))
    (kept / "c.jsonl").write_text(line(4, "c", "ls"))
    (kept / "d.jsonl").write_text(line(5, "d", WRITES, "other"))
    return kept


@pytest.fixture
def state(kept: Path) -> Iterator[State]:
    state = State(paths.state_folder(), datetime(2026, 11, 4, 18, tzinfo=UTC).timestamp)
    assert str(kept.parent) in state.folder
    yield state
    state.close()


def run(capture: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    parser = argparse.ArgumentParser("scar")
    command.arguments(parser)
    code = command.run(parser.parse_args(["audit", *words]))
    return code, capture.readouterr().out


def windows(said: str, scar: str) -> dict[str, tuple[int, int, int, float]]:
    (found,) = [one for one in json.loads(said)["scars"] if one["id"] == scar]
    return {
        one["label"]: (
            one["attempts"],
            one["sessions_that_tried"],
            one["sessions"],
            one["attempts_each"],
        )
        for one in found["windows"]
    }


def test_attempts_before_and_after_a_day_per_model(kept: Path, capsys: Any) -> None:
    day = "2026-11-03"
    words = ("heredoc-py", "--sessions", str(kept), "--first-day", day, "--json")
    code, said = run(capsys, *words)
    assert code == FINE
    assert windows(said, "heredoc-py") == {
        f"before {day}, m": (2, 1, 1, 2.0),
        f"from {day}, m": (0, 0, 2, 0.0),
        f"from {day}, other": (1, 1, 1, 1.0),
    }
    assert json.loads(said)["scars"][0]["first_day"] == day


def test_the_first_day_is_that_of_its_first_row(kept: Path, state: State, capsys: Any) -> None:
    call = ToolCall("claude-code", "shell", "s", "/", command="x")
    rows = [Row("scar", "count", counts.NEEDED, "heredoc-py transport")]
    ledger.write(state, call, rows)
    _, said = run(capsys, "--sessions", str(kept), "--json")
    found = {one["id"]: one["first_day"] for one in json.loads(said)["scars"]}
    assert found["heredoc-py"] == "2026-11-04"
    assert set(found.values()) == {"2026-11-04", None}
    assert windows(said, "heredoc-py")["before 2026-11-04, m"] == (2, 1, 2, 2.0)


def test_without_a_first_day_the_sessions_are_one_window(kept: Path, capsys: Any) -> None:
    _, said = run(capsys, "heredoc-py", "--sessions", str(kept))
    assert said.splitlines() == [
        "5 tool calls in 4 recorded sessions.",
        "",
        "heredoc-py",
        "when and model  attempts  sessions that tried  share  attempts each",
        "m               2         1 of 3               33%    2.0",
        "other           1         1 of 1               100%   1.0",
    ]


def test_another_scar_s_attempts_are_not_its_own(kept: Path, capsys: Any) -> None:
    (kept / "e.jsonl").write_text(line(6, "e", HANGS))
    _, said = run(capsys, "--sessions", str(kept), "--json")
    assert windows(said, "stdin-hang")["m"] == (1, 1, 4, 1.0)
    assert windows(said, "heredoc-py")["m"] == (2, 1, 4, 2.0)


def test_no_recorded_session_is_said(tmp_path: Path, kept: Path, capsys: Any) -> None:
    del kept
    (tmp_path / "empty").mkdir()
    code, said = run(capsys, "heredoc-py", "--sessions", str(tmp_path / "empty"))
    assert code == FOUND
    assert said.endswith("heredoc-py: no recorded call\n")


@pytest.mark.parametrize("words", [("no-such-scar",), ("--sessions", "/no/such/place")])
def test_what_is_not_there_is_wrong_use(kept: Path, capsys: Any, words: tuple[str, ...]) -> None:
    del kept
    assert run(capsys, *words)[0] == WRONG_USE
