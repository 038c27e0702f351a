"""Claude Code's recorded sessions: where they lie, and the hook events that happened in them."""

from __future__ import annotations

import json
import os
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from host.clients.recorded import Recorded

if TYPE_CHECKING:
    from collections.abc import Iterator

_AGENT = "agent-"
_BOUNDARY = "compact_boundary"


def folder() -> Path:
    """Return where the client keeps the sessions of this person."""
    given = os.environ.get("CLAUDE_CONFIG_DIR")
    return (Path(given) if given else Path.home() / ".claude") / "projects"


def files(place: Path) -> tuple[Path, ...]:
    """Return the files of sessions in `place` or below it, or the file that `place` is.

    A session's own file comes before those of its agents, which lie in a folder of its name.
    Raises `OSError` where nothing is there.
    """
    if not place.is_dir():
        place.stat()
        return (place,)
    found = (path for path in place.rglob("*.jsonl") if path.is_file())
    return tuple(sorted(found, key=str))


@attrs.define
class Reader:
    """Reads one file after the other; a record that stands in several of them counts once.

    `broken` counts the lines that are no record.
    """

    broken: int = 0
    _seen: set[tuple[str, str, str]] = attrs.field(factory=set, init=False)

    def read(self, file: Path) -> Iterator[Recorded]:
        """Yield what happened in the session of a file, in order; raises `OSError`."""
        agent = file.stem.removeprefix(_AGENT) if file.stem.startswith(_AGENT) else ""
        calls: dict[str, dict[str, Any]] = {}
        with file.open("rb") as lines:
            for line in lines:
                record = self._record(line)
                if record is not None:
                    yield from self._events(record, agent, calls)

    def _record(self, line: bytes) -> dict[str, Any] | None:
        if not line.strip():
            return None
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            record = None
        if isinstance(record, dict):
            return record
        self.broken += 1
        return None

    def _events(
        self, record: dict[str, Any], agent: str, calls: dict[str, dict[str, Any]]
    ) -> Iterator[Recorded]:
        when = _time(record.get("timestamp"))
        if when is None:
            return
        for event, mark in _found(record, agent, calls):
            key = (str(record["timestamp"]), event["hook_event_name"], mark)
            if key not in self._seen:
                self._seen.add(key)
                yield Recorded(event, event["session_id"], _model(record), when)


def _found(
    record: dict[str, Any], agent: str, calls: dict[str, dict[str, Any]]
) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield the record's events, each with what tells it from others of the same time.

    `calls` keeps the tool calls by their id, for their results.
    """
    common = _common(record, agent)
    if record.get("subtype") == _BOUNDARY:
        yield {**common, "hook_event_name": "PreCompact"}, ""
    for block in _blocks(record):
        if block.get("type") == "tool_use":
            call = _call(common, block)
            calls[call["tool_use_id"]] = call
            yield call, call["tool_use_id"]
        elif block.get("type") == "tool_result" and _has_run(record):
            call = calls.get(str(block.get("tool_use_id")), {})
            if call:
                yield _result(call, block, record), call["tool_use_id"]


def _common(record: dict[str, Any], agent: str) -> dict[str, Any]:
    common = {"session_id": _text(record, "sessionId"), "cwd": _text(record, "cwd")}
    return {**common, "agent_id": agent} if agent else common


def _call(common: dict[str, Any], block: dict[str, Any]) -> dict[str, Any]:
    return {
        **common,
        "hook_event_name": "PreToolUse",
        "tool_name": block.get("name"),
        "tool_input": block.get("input"),
        "tool_use_id": _text(block, "id"),
    }


def _result(call: dict[str, Any], block: dict[str, Any], record: dict[str, Any]) -> dict[str, Any]:
    if block.get("is_error"):
        return {**call, "hook_event_name": "PostToolUseFailure", "error": block.get("content")}
    response = record.get("toolUseResult")
    return {**call, "hook_event_name": "PostToolUse", "tool_response": response}


def _has_run(record: dict[str, Any]) -> bool:
    """Tell whether the call of this result ran: nobody refused it."""
    decided = record.get("permissionDecision")
    return not (isinstance(decided, dict) and decided.get("decision") == "reject")


def _blocks(record: dict[str, Any]) -> list[dict[str, Any]]:
    message = record.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    return [b for b in content if isinstance(b, dict)] if isinstance(content, list) else []


def _model(record: dict[str, Any]) -> str:
    message = record.get("message")
    return _text(message, "model") if isinstance(message, dict) else ""


def _text(values: dict[str, Any], key: str) -> str:
    value = values.get(key)
    return value if isinstance(value, str) else ""


def _time(value: object) -> datetime | None:
    try:
        found = datetime.fromisoformat(str(value))
    except ValueError:
        return None
    return found if found.tzinfo else None
