"""What a look at an install has to know of Claude Code: versions, and what is not closed."""

from __future__ import annotations

import os
import re
import subprocess
from typing import TYPE_CHECKING, Any

from host.clients import claude_code_hooks, claude_code_reach
from host.findings import Finding, fine, notice, wrong

if TYPE_CHECKING:
    from collections.abc import Iterator

CALL = "PreToolUse"
SUBJECT = "client claude-code"
ON_FAILURE_SINCE = (2, 1, 295)
"""From here on a hook that dies or is late blocks the call; read in the client's changelog."""
TRIED = (2, 1, 332)
"""The version that the tests drive."""
VERSION_SECONDS = 20


def shell_event(command: str, folder: str) -> dict[str, Any]:
    """Return a shell call as the client would send it to its hook."""
    return {
        "session_id": "tidegate-doctor",
        "transcript_path": f"{folder}/transcript.jsonl",
        "cwd": folder,
        "hook_event_name": CALL,
        "permission_mode": "default",
        "tool_name": "Bash",
        "tool_input": {"command": command, "description": "probe"},
        "tool_use_id": "toolu_probe",
    }


def look(search: str, folder: str) -> Iterator[Finding]:
    """Look at each version of the client in the folders of `search`, the value of PATH.

    And at the hooks in the settings that count in `folder`.
    """
    programs = list(dict.fromkeys(_programs(search)))
    if not programs:
        yield notice(SUBJECT, "no claude was found on PATH, so its version is not known")
    for program in programs:
        yield _of_version(program, _version(program))
    yield from claude_code_hooks.look(folder)
    yield from claude_code_reach.look(folder)


def _programs(search: str) -> Iterator[str]:
    for folder in search.split(os.pathsep):
        path = os.path.join(folder, "claude")  # noqa: PTH118  an empty folder is this one
        if os.path.isfile(path) and os.access(path, os.X_OK):  # noqa: PTH113  as above
            yield os.path.realpath(path)


def _version(program: str) -> tuple[int, ...]:
    try:
        done = subprocess.run(
            [program, "--version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=VERSION_SECONDS,
            check=False,
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return ()
    found = re.search(r"\b(\d+)\.(\d+)\.(\d+)\b", done.stdout)
    return tuple(map(int, found.groups())) if found else ()


def _of_version(program: str, version: tuple[int, ...]) -> Finding:
    spelt = ".".join(map(str, version))
    if not version:
        mend = f"Run {program} --version and see why it says none."
        return notice(SUBJECT, f"{program} does not say its version", mend)
    if version < ON_FAILURE_SINCE:
        since = ".".join(map(str, ON_FAILURE_SINCE))
        return wrong(
            SUBJECT,
            f"{program} is {spelt}: it lets a call run when the hook dies or is late",
            f"Update it to {since} or later, which blocks the call then.",
        )
    if version[:2] > TRIED[:2]:
        tried = ".".join(map(str, TRIED))
        return notice(SUBJECT, f"{program} is {spelt}; tidegate was tried with {tried}")
    return fine(SUBJECT, f"{program} is {spelt}: a hook that dies or is late blocks the call")
