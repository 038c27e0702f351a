"""The last denies of each project, whole, so that a person can ask why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from host.call import Deny, ToolCall
from host.ledger import plain
from host.limits import DENIED_MAX_CHARS, DENIES_MAX, REASON_MAX_UNITS

if TYPE_CHECKING:
    from host.call import Decision, Occasion
    from host.state import State


@frozen
class Denied:
    """One slice's deny: when (seconds since 1970), of which tool's call, and why."""

    at: float
    tool: str
    subject: str
    """The command, or the file's path."""
    slice: str
    reason: str


def keep(state: State, root: str, occasion: Occasion, decision: Decision) -> None:
    """Keep what was denied in the project at `root`, and let the oldest go; raises `StateError`."""
    denied = [
        (said.slice, said.answer.reason) for said in decision.said if isinstance(said.answer, Deny)
    ]
    if not denied or not isinstance(occasion, ToolCall):
        return
    subject = plain(occasion.command or occasion.path or "", DENIED_MAX_CHARS)
    call = (state.now(), plain(root, DENIED_MAX_CHARS), occasion.tool, subject)
    rows = [(*call, name, plain(reason, REASON_MAX_UNITS)) for name, reason in denied]
    with state.transaction() as connection:
        connection.executemany("INSERT INTO denies VALUES (NULL, ?, ?, ?, ?, ?, ?)", rows)
        bound = "DELETE FROM denies WHERE id <= (SELECT max(id) FROM denies) - ?"
        connection.execute(bound, (DENIES_MAX,))


def last(state: State, root: str) -> tuple[Denied, ...]:
    """Return the last denied call of the project, one row for each slice; raises `StateError`."""
    if not state.exists():
        return ()
    query = (
        "SELECT at, tool, subject, slice, reason FROM denies WHERE root = ?1"
        " AND at = (SELECT max(at) FROM denies WHERE root = ?1) ORDER BY id"
    )
    with state.reading() as connection:
        rows = connection.execute(query, (plain(root, DENIED_MAX_CHARS),))
        return tuple(Denied(*row) for row in rows)
