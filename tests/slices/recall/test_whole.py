"""Recall in the whole house: an answer with it and without it, byte for byte."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from host import house
from host.house import Places
from slices.recall import counts
from tests.slices.conftest import load_file

HERE = Path(__file__).parent
CASES: list[dict[str, Any]] = tomllib.loads((HERE / "cases.toml").read_text("utf-8"))["case"]
NOTHING = [
    pytest.param(case["command"], id=case["id"])
    for case in CASES
    if not case["delivers"] and "cwd" not in case
]


def answer(bench: Any, event: dict[str, Any], *, on: bool) -> str:
    shipped = bench.root / f"plugin-{on}.json"
    rows = [{"name": "guard", "enabled": True}, {"name": "recall", "enabled": on}]
    shipped.write_text(json.dumps({"slices": rows}))
    state = str(bench.state if on else bench.root / "other-state")
    outcome = house.answer("claude-code", event, places=Places(str(shipped), (), state))
    outcome.after()
    return outcome.text


def event(bench: Any, command: str, name: str = "PreToolUse") -> dict[str, Any]:
    return {
        "hook_event_name": name,
        "session_id": "s",
        "cwd": str(bench.project),
        "tool_name": "Bash",
        "tool_input": {"command": command},
        "tool_use_id": f"id {command}",
        "duration_ms": 0,
    }


@pytest.fixture
def filled(bench: Any) -> Any:
    load_file(HERE / "tree.py").make(bench)
    return bench


@pytest.mark.parametrize("command", NOTHING)
def test_nothing_is_the_same_bytes_as_no_slice(command: str, filled: Any) -> None:
    text = command.replace("@TOP@", str(filled.project)).replace("@ROOT@", str(filled.root))
    one = event(filled, text)
    assert answer(filled, one, on=True) == answer(filled, one, on=False)


def test_a_note_stands_beside_anothers_deny(filled: Any) -> None:
    output = json.loads(answer(filled, event(filled, "cat deploy/config.yaml"), on=True))
    output = output["hookSpecificOutput"]
    assert output["permissionDecision"] == "deny"
    assert "Note config," in output["additionalContext"]


def test_the_ledger_counts_per_tool_and_client(filled: Any) -> None:
    start = {"hook_event_name": "SessionStart", "source": "startup", "session_id": "s"}
    answer(filled, {**start, "cwd": str(filled.project)}, on=True)
    write = "echo x > deploy/config.yaml"
    for command in ("grep x deploy/config.yaml", write, "grep y deploy/config.yaml"):
        answer(filled, event(filled, command), on=True)
    (filled.project / "deploy/config.yaml").write_text("x")
    answer(filled, event(filled, write, "PostToolUse"), on=True)
    from host.state import State

    with State(str(filled.state)).reading() as connection:
        query = "SELECT client, tool, name, detail FROM ledger WHERE kind = 'count' ORDER BY id"
        rows = connection.execute(query).fetchall()
    assert {row[:2] for row in rows} == {("claude-code", "shell")}
    assert [row[2:] for row in rows] == [
        (counts.NAMED, ""),
        (counts.DELIVERED, "config"),
        (counts.NAMED, ""),
        (counts.DELIVERED, "config"),
        (counts.NAMED, ""),
        (counts.REPEAT, "config"),
        (counts.RETIRED, "redirect"),
    ]
