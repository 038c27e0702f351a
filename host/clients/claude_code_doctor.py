"""What a look at an install has to know of Claude Code: versions, and what is not closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from host.clients import claude_code_hooks, claude_code_reach
from host.clients.claude_code_versions import ON_FAILURE_SINCE, TRIED, installed, spelt
from host.findings import Finding, fine, notice, wrong

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host.clients.claude_code_versions import Version

CALL = "PreToolUse"
SUBJECT = "client claude-code"


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

    And at the settings that count in `folder`: their hooks, and how tidegate takes part by them.
    """
    found = installed(search)
    if not found:
        yield notice(SUBJECT, "no claude was found on PATH, so its version is not known")
    for program, version in found:
        yield _of_version(program, version)
    yield from claude_code_hooks.look(folder)
    yield from claude_code_reach.look(folder, found)


def _of_version(program: str, version: Version) -> Finding:
    if not version:
        mend = f"Run {program} --version and see why it says none."
        return notice(SUBJECT, f"{program} does not say its version", mend)
    if version < ON_FAILURE_SINCE:
        return wrong(
            SUBJECT,
            f"{program} is {spelt(version)}: it lets a call run when the hook dies or is late",
            f"Update it to {spelt(ON_FAILURE_SINCE)} or later, which blocks the call then.",
        )
    if version[:2] > TRIED[:2]:
        tried = spelt(TRIED)
        return notice(SUBJECT, f"{program} is {spelt(version)}; tidegate was tried with {tried}")
    return fine(
        SUBJECT, f"{program} is {spelt(version)}: a hook that dies or is late blocks the call"
    )
