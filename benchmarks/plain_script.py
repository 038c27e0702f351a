"""What a person would write in an afternoon in place of guard: the yardstick of the benchmark."""

# It is honest about one thing only: it denies a plain print of a file. It reads the command with
# `shlex` and a regular expression, and knows nothing of pipelines, here-documents or folders.

from __future__ import annotations

import dataclasses
import json
import re
import shlex
import sys
from pathlib import Path

PRINTERS = {"cat", "head", "tail", "less", "more", "nl"}
OPERATORS = re.compile(r"[|><;&]|\$\(|`")


@dataclasses.dataclass
class Verdict:
    """What the script says about a command."""

    deny: bool
    reason: str = ""


def judge(command: str, folder: Path) -> Verdict:
    """Deny a command that only prints files."""
    if OPERATORS.search(command):
        return Verdict(deny=False)
    try:
        words = shlex.split(command)
    except ValueError:
        return Verdict(deny=False)
    if not words or words[0] not in PRINTERS:
        return Verdict(deny=False)
    files = [folder / word for word in words[1:] if not word.startswith("-")]
    if not files or not all(file.is_file() for file in files):
        return Verdict(deny=False)
    calls = ", ".join(f"Read(file_path={str(file)!r})" for file in files)
    return Verdict(deny=True, reason=f"Read the file instead: {calls}")


def main() -> None:
    """Answer one event."""
    event = json.load(sys.stdin)
    if event.get("hook_event_name") != "PreToolUse" or event.get("tool_name") != "Bash":
        return
    verdict = judge(event["tool_input"]["command"], Path(event["cwd"]))
    if verdict.deny:
        answer = {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": verdict.reason,
        }
        print(json.dumps({"hookSpecificOutput": answer}))


if __name__ == "__main__":
    main()
