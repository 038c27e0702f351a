"""Answers in the place of a check that failed, from the command's text alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.call import Deny
from host.crude import hits
from slices._template import reasons
from slices._template.triggers import CRUDE

if TYPE_CHECKING:
    from host.call import Failure, ToolCall
    from host.hook import Host


def on_error(call: ToolCall, failure: Failure, _host: Host | None) -> Deny | None:
    """Deny what looks like a command that counts; it parses, reads and loads nothing."""
    if call.command is None or not hits(CRUDE, call.command):
        return None
    return Deny(reasons.failed(failure.kind, failure.detail))
