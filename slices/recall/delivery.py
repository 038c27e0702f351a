"""Before a call: the notes of the files it names, each at the first touch and the first write."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.call import Context
from slices.recall import compose, counts, due, memory, records
from slices.recall.lookup import hits_of

if TYPE_CHECKING:
    from host.call import ToolCall
    from host.hook import Host


def check(call: ToolCall, host: Host) -> Context | None:
    """Tell the notes of the files that the call names and that the agent has not been told.

    Raises `StateError` where it cannot be remembered: the error handler answers then.
    """
    hits = hits_of(call, host)
    if not hits:
        return None
    host.count(counts.NAMED)
    one = memory.who(call)
    if call.tool != "read":
        records.keep(host.store, one, hits)
    answer = due.answer(hits, one, host)
    for told in answer.told:
        host.count(counts.DELIVERED, told.note.id)
    text = compose.text(answer, late=False)
    return Context(text) if text else None
