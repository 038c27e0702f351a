"""One look into the index per event: the hits of a call, and the watch kept in step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host import paths
from host.shell.command import Reading
from slices.recall import counts, folders, matching, touches, watching
from slices.recall.index import open_index

if TYPE_CHECKING:
    from host.call import ToolCall
    from host.hook import Host
    from slices.recall.index import Index
    from slices.recall.matching import Hit


def hits_of(call: ToolCall, host: Host) -> tuple[Hit, ...]:
    """Return the notes whose files the call names, found once for all hooks of one event."""
    return host.once("hits", lambda: _hits(call, host))


def _hits(call: ToolCall, host: Host) -> tuple[Hit, ...]:
    watching.refresh(call.cwd, host)
    # The client loads its rules itself for its own read tool.
    with open_at(call.cwd, host, with_rules=call.tool != "read") as index:
        reading = host.shell(call) if call.tool == "shell" else None
        named = touches.of_call(call, reading)
        if isinstance(reading, Reading) and touches.is_dark(reading):
            host.count(counts.DARK)
        return matching.find(index, named, folders=host.options.folder_operands)


def open_at(cwd: str, host: Host, *, with_rules: bool = True, thorough: bool = False) -> Index:
    """Return the index of the notes that count for a session in `cwd`, rules where they are on.

    `thorough` is as in `open_index`.
    """
    rules = host.rules_folder() if host.options.rules and with_rules else ""
    found = folders.find(cwd, rules=rules)
    return open_index(found, paths.state_folder(), thorough=thorough)
