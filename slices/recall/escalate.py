"""Before a write to a file with a stop note that the agent was told: the person decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.call import Ask
from slices.recall import counts, memory, reasons, retire
from slices.recall.lookup import hits_of

if TYPE_CHECKING:
    from host.call import ToolCall
    from host.hook import Host
    from slices.recall.matching import Hit
    from slices.recall.memory import Who


def check(call: ToolCall, host: Host) -> Ask | None:
    """Ask where the call writes a file whose stop note an earlier call of the session was told.

    Raises `StateError` where that cannot be looked up.
    """
    writes = [h for h in hits_of(call, host) if h.write and h.note.severity == "stop"]
    one = memory.who(call)
    stopped = [hit for hit in writes if _stops(hit, one, host)]
    if not stopped:
        return None
    for hit in stopped:
        host.count(counts.ASKED, hit.note.id)
    return Ask(reasons.ask([(hit.note, hit.file) for hit in stopped]))


def _stops(hit: Hit, one: Who, host: Host) -> bool:
    mark = memory.mark_of(hit.note)
    before = memory.told(host.store, one, mark)
    if before is None or before.call == one.call:
        return False
    return not retire.is_retired(host.store, mark, hit.file)
