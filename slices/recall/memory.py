"""What a session has been told: one slot for a note's first touch, one for its first write."""

# A slot is claimed before the answer and confirmed once the answer was handed over, so that a note
# whose answer was lost in a crash is delivered again, and one that arrived is not.

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from attrs import frozen

from slices.recall.limits import OFFER_SECONDS

if TYPE_CHECKING:
    from host.call import SessionEvent, ToolCall
    from host.hook import Store
    from slices.recall.note import Note

_OFFERED, _TOLD = "offered", "told"
_MARK_CHARACTERS = 20  # of a SHA-256: two notes never share one


@frozen
class Who:
    """A session's agent, for whom things are remembered, and the call that is asked about."""

    session: str
    agent: str
    call: str

    def key(self, *names: str) -> str:
        """Return the key of something remembered for this agent."""
        return "\n".join(("seen", _plain(self.session), _plain(self.agent), *names))


@frozen
class Slot:
    """A claim on telling a note; see `confirm`."""

    key: str
    value: str


@frozen
class Told:
    """How a note was delivered: at a read or a write, by which call, and whether it arrived."""

    write: bool
    arrived: bool
    at: float
    call: str


def who(call: ToolCall) -> Who:
    """Return for whom a call's answer is; a client without call ids gets one from the call."""
    own = call.call_id or _digest(f"{call.tool} {call.command or call.path} {call.content}")
    return Who(call.session, call.agent, _plain(own))


def mark_of(note: Note) -> str:
    """Return what stands for this note with this text; an edited note is another one."""
    return _digest(f"{note.id}\n{note.text}\n{note.severity}")


def take(store: Store, one: Who, mark: str, *, write: bool, now: float) -> Slot | None:
    """Claim the telling of a note that is due at a read or a write; None where it is not due.

    Of several processes that ask at the same time, one gets it. Raises `StateError`.
    """
    first = one.key(mark, "first")
    slot = _claim(store, first, write=write, call=one.call, now=now)
    if slot is not None or not write:
        return slot
    before = told(store, one, mark)
    if before is None or before.write:
        return None
    return _claim(store, one.key(mark, "write"), write=True, call=one.call, now=now)


def told(store: Store, one: Who, mark: str) -> Told | None:
    """Return how the note was first delivered to this agent, or None; raises `StateError`."""
    return _told(store.get(one.key(mark, "first")))


def is_settled(store: Store, one: Who, mark: str, *, write: bool) -> bool:
    """Tell whether nothing is due any more, by a look that claims nothing; raises `StateError`."""
    first = told(store, one, mark)
    if first is None or not first.arrived:
        return False
    if not write or first.write:
        return True
    second = _told(store.get(one.key(mark, "write")))
    return second is not None and second.arrived


def confirm(store: Store, slot: Slot) -> None:
    """Say that the answer with the note was handed over; raises `StateError`."""
    store.swap(slot.key, slot.value, slot.value.replace(_OFFERED, _TOLD, 1))


def forget(store: Store, event: SessionEvent) -> None:
    """Forget what an agent's context has lost; an event of the session counts for all its agents.

    Raises `StateError`.
    """
    one = Who(event.session, event.agent, "")
    store.delete(one.key("") if event.agent else f"seen\n{_plain(event.session)}\n")


def _claim(store: Store, key: str, *, write: bool, call: str, now: float) -> Slot | None:
    value = f"{_OFFERED} {'write' if write else 'read'} {now:.3f} {call}"
    kept = store.get(key)
    if kept is None:
        return Slot(key, value) if store.claim(key, value) else None
    before = _told(kept)
    lost = before is None or (
        not before.arrived and (before.call == call or now - before.at > OFFER_SECONDS)
    )
    return Slot(key, value) if lost and store.swap(key, kept, value) else None


def _told(value: str | None) -> Told | None:
    parts = (value or "").split(" ")
    try:
        state, use, at, call = parts
        return Told(use == "write", state == _TOLD, float(at), call)
    except ValueError:
        return None


def _digest(text: str) -> str:
    data = text.encode("utf-8", "surrogatepass")
    return hashlib.sha256(data).hexdigest()[:_MARK_CHARACTERS]


def _plain(text: str) -> str:
    """Return ASCII without blanks and newlines, which then separate."""
    return text.encode("unicode_escape").decode("ascii").replace(" ", "\\x20")
