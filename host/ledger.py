"""The ledger: what was decided and counted, written after the answer and bounded in rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from host.call import Ask, Deny, Rewrite, SessionEvent, ToolResult
from host.limits import DETAIL_MAX_CHARS, LEDGER_ROWS_MAX

if TYPE_CHECKING:
    from collections.abc import Iterable

    from host.call import Answer, Decision, Occasion
    from host.state import State


@frozen
class Row:
    """One line of the ledger: `name` is the counter's or the failure's kind, else ""."""

    slice: str
    kind: str
    name: str = ""
    detail: str = ""


@frozen
class Count:
    """How often one counter was raised for one client's tool, "" for an event that is no call."""

    client: str
    tool: str
    name: str
    times: int


@frozen
class Detail:
    """How often one counter was raised with one detail."""

    name: str
    detail: str
    times: int


def rows_of(decision: Decision) -> tuple[Row, ...]:
    """Return a row for each answer and failure; a rewrite that was dropped is none."""
    said = [
        Row(said.slice, _kind(said.answer), detail=_detail(said.answer))
        for said in decision.said
        if decision.call is not None or not isinstance(said.answer, Rewrite)
    ]
    failed = [Row(f.slice, "failure", f.kind, f.detail) for f in decision.failures]
    return (*said, *failed)


def write(state: State, occasion: Occasion, rows: Iterable[Row]) -> None:
    """Append the rows in one transaction, and let the oldest go past the bound.

    Raises `StateError`; nothing is opened where there are no rows.
    """
    where = _where(occasion)
    values = [
        (state.now(), *map(plain, (*where, row.slice, row.kind, row.name, row.detail)))
        for row in rows
    ]
    if not values:
        return
    with state.transaction() as connection:
        insert = "INSERT INTO ledger VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        connection.executemany(insert, values)
        bound = "DELETE FROM ledger WHERE id <= (SELECT max(id) FROM ledger) - ?"
        connection.execute(bound, (LEDGER_ROWS_MAX,))


def counts(state: State, name: str) -> tuple[Count, ...]:
    """Return how often a slice's counters were raised, per client and tool; raises `StateError`."""
    if not state.exists():
        return ()
    query = (
        "SELECT client, tool, name, count(*) FROM ledger WHERE slice = ? AND kind = 'count'"
        " GROUP BY client, tool, name ORDER BY client, tool, name"
    )
    with state.reading() as connection:
        return tuple(Count(*row) for row in connection.execute(query, (name,)))


def details(state: State, name: str) -> tuple[Detail, ...]:
    """Return how often a slice's counters were raised, per detail; raises `StateError`."""
    if not state.exists():
        return ()
    query = (
        "SELECT name, detail, count(*) FROM ledger WHERE slice = ? AND kind = 'count'"
        " GROUP BY name, detail ORDER BY name, detail"
    )
    with state.reading() as connection:
        return tuple(Detail(*row) for row in connection.execute(query, (name,)))


def first_time(state: State, name: str, word: str) -> float | None:
    """Return when a slice first counted something whose detail begins with `word`, or None.

    In seconds since the epoch; rows past the ledger's bound are gone. Raises `StateError`.
    """
    if not state.exists():
        return None
    query = (
        "SELECT min(at) FROM ledger WHERE slice = ? AND kind = 'count'"
        " AND (detail = ? OR substr(detail, 1, length(?) + 1) = ? || ' ')"
    )
    with state.reading() as connection:
        found: float | None = connection.execute(query, (name, word, word, word)).fetchone()[0]
        return found


def _where(occasion: Occasion) -> tuple[str, str, str, str, str]:
    if isinstance(occasion, SessionEvent):
        return occasion.client, occasion.session, occasion.agent, occasion.event, ""
    call = occasion.call if isinstance(occasion, ToolResult) else occasion
    return call.client, call.session, call.agent, occasion.event, call.tool


def _kind(answer: Answer) -> str:
    return type(answer).__name__.lower()


def _detail(answer: Answer) -> str:
    if isinstance(answer, Deny | Ask):
        return answer.reason
    return answer.note if isinstance(answer, Rewrite) else answer.text


def plain(value: str, most: int = DETAIL_MAX_CHARS) -> str:
    """Return a text that SQLite takes, cut: no lone surrogate, and no NUL, which ends a text."""
    text = value[:most].replace("\0", "\\0")
    return text.encode("utf-8", "backslashreplace").decode()
