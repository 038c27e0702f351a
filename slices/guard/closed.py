"""Answers in the place of a check that failed, from the command's text alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.call import Deny, ToolCall
from host.crude import hits
from slices.guard import reasons
from slices.guard.options import Options
from slices.guard.triggers import CRUDE

if TYPE_CHECKING:
    from host.call import Failure
    from host.hook import Host

EXAMPLE_LINES = 200
NO_CLIENT = "offset=1, limit=200"

SED_ANYWHERE = {
    **CRUDE,
    "first_words": (*CRUDE["first_words"], "sed"),
    "without": (*CRUDE["without"], " -i", " --in-place"),
    "all_of": (" -n",),
}
"""The crude test for a `sed` whose `-n` stands after other words; too rough where sed edits."""


def on_error(call: ToolCall, failure: Failure, host: Host | None) -> Deny | None:
    """Deny what looks like nothing but a print; it parses, reads and loads nothing."""
    if call.command is None or _without_read(call, host):
        return None
    if not _looks_like_a_print(call.command):
        return None
    return Deny(reasons.failed(failure.kind, failure.detail, _example(host)))


def run_on(_occasion: object, _failure: Failure, _host: Host | None) -> None:
    """Let a read or a session event go on: there is nothing to deny, and the valve stays shut."""


def _looks_like_a_print(command: str) -> bool:
    return any(hits(c, t) for c in (CRUDE, SED_ANYWHERE) for t in (command, _bare(command)))


def _bare(command: str) -> str:
    """Return the command without whole-line comments, `||`, and what stands in single quotes.

    The crude test looks for a pipe or a redirect in the text as it is, there too.
    """
    lines = [line for line in command.split("\n") if not line.lstrip().startswith("#")]
    text = "\n".join(lines).replace("||", "&&")
    if '"' in text or "\\" in text or text.count("'") % 2:
        return text
    return "quoted".join(text.split("'")[::2])


def _without_read(call: ToolCall, host: Host | None) -> bool:
    options = getattr(host, "options", None)
    return isinstance(options, Options) and call.agent_type in options.agents_without_read


def _example(host: Host | None) -> str:
    if host is None:
        return NO_CLIENT
    try:
        return host.read_call("/absolute/path", 1, EXAMPLE_LINES)
    except Exception:  # noqa: BLE001  the deny must not be lost with the client's spelling
        return NO_CLIENT
