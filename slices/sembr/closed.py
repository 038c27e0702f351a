"""Answers in the place of a rewrite that failed: the call as it was, and a word once a session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.call import Context
from host.errors import StateError
from slices.sembr import reasons

if TYPE_CHECKING:
    from host.call import Failure, ToolCall
    from host.hook import Host


def on_error(call: ToolCall, failure: Failure, host: Host) -> Context | None:
    """Say that the text was left alone; None where this session was told before."""
    if not _is_first(call, host):
        return None
    return Context(reasons.failed(failure.kind, failure.detail))


def _is_first(call: ToolCall, host: Host) -> bool:
    try:
        return host.store.claim(f"failed/{call.session}", "1")
    except StateError:
        return True  # said twice rather than never
