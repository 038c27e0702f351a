"""The arms of the slice, each loaded when it has something to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from host.call import Rewrite, ToolCall
    from host.hook import Host


def document(call: ToolCall, host: Host) -> Rewrite | None:
    """Rewrite a Markdown file's text; see `documents.rewrite`."""
    from slices.sembr.documents import rewrite

    return rewrite(call, host)


def command(call: ToolCall, host: Host) -> Rewrite | None:
    """Rewrite a text in a shell command; see `commands.rewrite`."""
    from slices.sembr.commands import rewrite

    return rewrite(call, host)
