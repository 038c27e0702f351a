"""Two processes at the same slot, in the order in which a race would be lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from attrs import frozen

from host.state import State
from host.store import SliceStore
from slices.recall import memory, retire
from slices.recall.limits import OFFER_SECONDS

if TYPE_CHECKING:
    from pathlib import Path

NOW = 1_000_000.0


@frozen
class Seen(SliceStore):
    """A store as a process sees it that looked before the other one wrote."""

    kept: str | None

    def get(self, key: str) -> str | None:
        del key
        return self.kept


@pytest.fixture
def state(tmp_path: Path) -> State:
    return State(str(tmp_path / "state"))


def who(call: str) -> memory.Who:
    return memory.Who("s", "", call)


def test_of_two_that_both_saw_nothing_one_tells_the_note(state: State) -> None:
    taken = [
        memory.take(Seen(state, "recall", None), who(call), "n", write=False, now=NOW)
        for call in ("a", "b")
    ]
    assert [slot is not None for slot in taken] == [True, False]


def test_of_two_that_both_saw_an_offer_that_was_lost_one_tells_the_note(state: State) -> None:
    store = SliceStore(state, "recall")
    lost = memory.take(store, who("lost"), "n", write=False, now=NOW - OFFER_SECONDS - 1)
    assert lost is not None
    taken = [
        memory.take(Seen(state, "recall", lost.value), who(call), "n", write=False, now=NOW)
        for call in ("a", "b")
    ]
    assert [slot is not None for slot in taken] == [True, False]


def test_a_confirmation_that_comes_after_another_offer_changes_nothing(state: State) -> None:
    store = SliceStore(state, "recall")
    lost = memory.take(store, who("lost"), "n", write=False, now=NOW - OFFER_SECONDS - 1)
    now = memory.take(store, who("now"), "n", write=False, now=NOW)
    assert lost is not None
    assert now is not None
    memory.confirm(store, lost)
    assert store.get(now.key) == now.value


def test_a_note_is_done_for_a_file_once(state: State) -> None:
    store = Seen(state, "recall", None)
    assert [retire.retire(store, "n", "/f", {}) for _ in range(2)] == [True, False]
