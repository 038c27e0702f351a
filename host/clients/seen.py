"""What an agent or a person would see of a Claude Code hook's answer, for the demo and doctors."""

from __future__ import annotations

import json
from typing import Any


def seen(answer: str) -> tuple[str, str]:
    """Return the verdict (`run`, `deny`, `ask`, `rewrite`, `unreadable`) and the text beside it."""
    if not answer.strip():
        return "run", ""
    try:
        value = json.loads(answer)
    except ValueError:
        return "unreadable", answer
    output = value.get("hookSpecificOutput", {})
    told = [_reason(output), output.get("additionalContext"), value.get("systemMessage")]
    return _verdict(output), "\n".join(text for text in told if text)


def _verdict(output: dict[str, Any]) -> str:
    decision = output.get("permissionDecision")
    if decision is None:
        return "rewrite" if "updatedInput" in output else "run"
    return str(decision)


def _reason(output: dict[str, Any]) -> str | None:
    return output.get("permissionDecisionReason")
