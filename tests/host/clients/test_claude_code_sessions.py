"""Recorded sessions of Claude Code, in the records that version 2.1.332 writes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from host.clients.claude_code_sessions import Reader, files, folder

if TYPE_CHECKING:
    from pathlib import Path

AT = "2026-11-30T10:00:{:02d}.000Z"


def assistant(second: int, *blocks: dict[str, Any], **more: Any) -> dict[str, Any]:
    message = {"role": "assistant", "model": "a-model", "content": list(blocks)}
    return record(second, type="assistant", message=message, **more)


def result(second: int, call: str, response: object, **block: Any) -> dict[str, Any]:
    content = [{"type": "tool_result", "tool_use_id": call, "content": "said", **block}]
    return record(second, type="user", message={"content": content}, toolUseResult=response)


def record(second: int, **fields: Any) -> dict[str, Any]:
    return {"sessionId": "s", "cwd": "/repo", "timestamp": AT.format(second), **fields}


def use(call: str, command: str = "ls") -> dict[str, Any]:
    return {"type": "tool_use", "id": call, "name": "Bash", "input": {"command": command}}


def write(file: Path, *records: object) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    texts = (one if isinstance(one, str) else json.dumps(one) for one in records)
    file.write_text("\n".join(texts) + "\n")
    return file


def names(reader: Reader, file: Path) -> list[tuple[str, str]]:
    found = [one.event for one in reader.read(file)]
    return [(event["hook_event_name"], event.get("tool_use_id", "")) for event in found]


def test_a_call_and_its_result_are_the_events_of_a_hook(tmp_path: Path) -> None:
    response = {"stdout": "x"}
    file = write(tmp_path / "s.jsonl", assistant(1, use("t1", "cat x")), result(2, "t1", response))
    before, after = Reader().read(file)
    assert before.event == {
        "session_id": "s",
        "cwd": "/repo",
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": {"command": "cat x"},
        "tool_use_id": "t1",
    }
    assert (before.session, before.model, before.when.isoformat()) == (
        "s",
        "a-model",
        "2026-11-30T10:00:01+00:00",
    )
    changed = {"hook_event_name": "PostToolUse", "tool_response": response}
    assert after.event == {**before.event, **changed}


REFUSED = {"permissionDecision": {"decision": "reject", "source": "hook"}}


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        pytest.param(
            [assistant(1, use("a")), result(2, "a", "Error", is_error=True)],
            [("PreToolUse", "a"), ("PostToolUseFailure", "a")],
            id="a-call-that-failed",
        ),
        pytest.param(
            [assistant(1, use("a")), {**result(2, "a", "Error", is_error=True), **REFUSED}],
            [("PreToolUse", "a")],
            id="a-refused-call-has-no-result",
        ),
        pytest.param(
            [assistant(1, use("a"), use("b"))],
            [("PreToolUse", "a"), ("PreToolUse", "b")],
            id="two-calls-of-one-message",
        ),
        pytest.param(
            [assistant(1, use("a")), assistant(1, use("a")), assistant(2, use("a"))],
            [("PreToolUse", "a"), ("PreToolUse", "a")],
            id="the-same-record-counts-once",
        ),
        pytest.param(
            [record(1, type="system", subtype="compact_boundary")],
            [("PreCompact", "")],
            id="a-compaction",
        ),
        pytest.param([result(1, "gone", {})], [], id="a-result-without-its-call"),
        pytest.param([{"type": "last-prompt"}], [], id="a-record-of-no-time"),
        pytest.param(
            [{**assistant(1, use("a")), "timestamp": "2026-11-30"}], [], id="a-day-without-a-zone"
        ),
        pytest.param([record(1, type="user", message={"content": "hi"})], [], id="a-prompt"),
        pytest.param([record(1, type="user", message="hi")], [], id="a-message-of-another-shape"),
    ],
)
def test_the_events_of_records(
    tmp_path: Path, records: list[object], expected: list[tuple[str, str]]
) -> None:
    assert names(Reader(), write(tmp_path / "s.jsonl", *records)) == expected


def test_a_line_that_is_no_record_is_counted_and_the_rest_is_read(tmp_path: Path) -> None:
    reader = Reader()
    file = write(tmp_path / "s.jsonl", "{", "[]", "", '"x"', "[" * 100_000, assistant(1, use("a")))
    assert names(reader, file) == [("PreToolUse", "a")]
    assert reader.broken == 4


def test_a_record_in_two_files_counts_once(tmp_path: Path) -> None:
    reader = Reader()
    first = write(tmp_path / "1.jsonl", assistant(1, use("a")))
    second = write(tmp_path / "2.jsonl", assistant(1, use("a")), assistant(2, use("b")))
    assert names(reader, first) == [("PreToolUse", "a")]
    assert names(reader, second) == [("PreToolUse", "b")]


def test_a_file_below_a_session_is_an_agent_of_it(tmp_path: Path) -> None:
    file = write(tmp_path / "s/subagents/agent-a1.jsonl", assistant(1, use("a")))
    (one,) = Reader().read(file)
    assert (one.session, one.event["agent_id"]) == ("s", "a1")


def test_the_files_of_a_folder_and_of_a_file(tmp_path: Path) -> None:
    main = write(tmp_path / "p/s.jsonl")
    agent = write(tmp_path / "p/s/subagents/agent-a.jsonl")
    (tmp_path / "p/s.txt").touch()
    assert files(tmp_path) == (main, agent)
    assert files(main) == (main,)
    with pytest.raises(FileNotFoundError):
        files(tmp_path / "none")


def test_where_the_client_keeps_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    assert folder() == tmp_path / ".claude/projects"
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", "/elsewhere")
    assert folder().as_posix() == "/elsewhere/projects"
