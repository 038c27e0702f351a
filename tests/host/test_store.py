from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from host.errors import StateError
from host.hook import FolderWatch
from host.limits import (
    STORE_AGE_MAX_DAYS,
    STORE_VALUE_MAX_BYTES,
    WATCH_FILE_MAX_BYTES,
    WATCH_TEXTS_MAX,
)
from host.state import State
from host.store import SliceStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Clock:
    days = 1000.0

    def __call__(self) -> float:
        return self.days * 24 * 60 * 60


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def state(tmp_path: Path, clock: Clock) -> Iterator[State]:
    state = State(str(tmp_path), clock)
    yield state
    state.close()


def test_a_value_is_kept_replaced_and_forgotten(state: State) -> None:
    store = SliceStore(state, "a")
    store.put("k", "1")
    store.put("k", "2")
    assert store.get("k") == "2"

    store.delete("k")
    assert store.get("k") is None


def test_another_state_on_the_same_folder_sees_it(state: State) -> None:
    SliceStore(state, "a").put("k", "v")
    other = State(state.folder, state.now)

    assert SliceStore(other, "a").get("k") == "v"
    other.close()


def test_each_slice_has_its_own_corner(state: State) -> None:
    one, other = SliceStore(state, "a"), SliceStore(state, "b")
    one.put("k", "1")
    other.put("k", "2")
    one.delete("")

    assert (one.get("k"), other.get("k")) == (None, "2")


def test_a_prefix_takes_only_what_begins_with_it(state: State) -> None:
    store = SliceStore(state, "a")
    keys = ["s1/x", "s1/y", "s1", "s2/x", "S1/x", "s%/x", "s_/x"]
    for key in keys:
        store.put(key, key)
    assert store.list("s1/") == ("s1/x", "s1/y")

    store.delete("s_/")
    store.delete("s1/")

    assert [key for key in keys if store.get(key)] == ["s1", "s2/x", "S1/x", "s%/x"]


@pytest.mark.parametrize(
    "text", ["", "ü\U0001f600", "a\0b", "\ud800", "'; DROP TABLE store; --"], ids=ascii
)
def test_any_text_comes_back_as_it_was(state: State, text: str) -> None:
    store = SliceStore(state, "a")
    store.put(f"k{text}", text)

    assert store.get(f"k{text}") == text
    assert store.list(f"k{text}") == (text,)


def test_what_is_too_old_is_gone(state: State, clock: Clock) -> None:
    store = SliceStore(state, "a")
    store.put("old", "v")
    clock.days += STORE_AGE_MAX_DAYS
    assert store.get("old") == "v"

    clock.days += 1
    assert store.get("old") is None
    store.put("new", "v")
    with state.reading() as connection:
        assert connection.execute("SELECT count(*) FROM store").fetchone() == (1,)


def test_past_the_bound_the_oldest_rows_of_the_slice_go(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.store.STORE_ROWS_MAX", 3)
    SliceStore(state, "other").put("0", "v")
    store = SliceStore(state, "a")
    for number in (0, 1, 2, 0, 3):
        store.put(str(number), "v")

    assert [n for n in range(4) if store.get(str(n))] == [0, 2, 3]
    assert SliceStore(state, "other").get("0") == "v"


def test_a_value_that_is_too_large_is_refused(state: State) -> None:
    store = SliceStore(state, "a")
    store.put("k", "x" * STORE_VALUE_MAX_BYTES)

    with pytest.raises(ValueError, match=str(STORE_VALUE_MAX_BYTES)):
        store.put("k", "ü" * (STORE_VALUE_MAX_BYTES // 2 + 1))
    assert store.get("k") == "x" * STORE_VALUE_MAX_BYTES


@pytest.mark.parametrize(
    ("texts", "kept"),
    [
        ((), []),
        (("a.py", 'ü"\ud800'), ["a.py", 'ü"\ud800']),
        (tuple(map(str, range(WATCH_TEXTS_MAX))), [str(n) for n in range(WATCH_TEXTS_MAX)]),
        (tuple(map(str, range(WATCH_TEXTS_MAX + 1))), ["*"]),
        (("x" * WATCH_FILE_MAX_BYTES,), ["*"]),
    ],
    ids=["none", "some", "as-many-as-allowed", "one-more", "too-long"],
)
def test_the_watch_file_holds_the_texts(
    state: State, tmp_path: Path, texts: tuple[str, ...], kept: list[str]
) -> None:
    SliceStore(state, "a").watch(("before",))
    SliceStore(state, "a").watch(texts)

    assert json.loads((tmp_path / "watch" / "a").read_text()) == kept
    assert [file.name for file in (tmp_path / "watch").iterdir()] == ["a"]


def test_a_watch_file_that_cannot_be_written_is_an_error(state: State, tmp_path: Path) -> None:
    (tmp_path / "watch").write_text("a file where the folder should be")

    with pytest.raises(StateError, match="watch/a"):
        SliceStore(state, "a").watch(("x",))


def test_one_claim_of_a_key_is_granted(state: State) -> None:
    store = SliceStore(state, "a")
    assert store.claim("k", "one")
    assert not store.claim("k", "two")
    assert store.get("k") == "one"
    assert SliceStore(state, "b").claim("k", "two")
    store.delete("k")
    assert store.claim("k", "three")


def test_a_claim_is_bounded_as_a_value_is(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host.store.STORE_ROWS_MAX", 2)
    store = SliceStore(state, "a")
    with pytest.raises(ValueError, match=str(STORE_VALUE_MAX_BYTES)):
        store.claim("k", "x" * (STORE_VALUE_MAX_BYTES + 1))
    assert [store.claim(str(number), "v") for number in range(3)] == [True] * 3
    assert store.get("0") is None


def test_a_swap_needs_the_value_that_is_kept(state: State) -> None:
    store = SliceStore(state, "a")
    assert not store.swap("k", "", "new")
    store.put("k", "old")
    assert not store.swap("k", "other", "new")
    assert store.swap("k", "old", "new")
    assert not store.swap("k", "old", "newer")
    assert store.get("k") == "new"


def test_a_folders_watch_that_cannot_be_written_is_an_error(state: State, tmp_path: Path) -> None:
    (tmp_path / "watch").write_text("a file where the folder should be")

    with pytest.raises(StateError, match="watch/a-"):
        SliceStore(state, "a").watch_folder(FolderWatch("/x", ()))
