"""What a spare fork has ready, and that getting ready leaves nothing behind."""

from __future__ import annotations

import gc
import marshal
from typing import TYPE_CHECKING, Any

import pytest

from host import beforehand, house, state
from host.bare import system
from host.clients import claude_code
from host.here import Here
from host.house import Places
from host.state import State
from host.store import SliceStore
from host.warm import ready

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Return the folder of a call, with a state that was used before."""
    for name in ("STATE", "CONFIG", "DATA"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    handed_on: dict[str, Any] = {}
    monkeypatch.setattr(beforehand, "_kept", {})
    monkeypatch.setattr(state, "_handed_on", handed_on)
    monkeypatch.setattr(ready, "become", lambda *_: None)
    before = State(Places().state)
    SliceStore(before, "guard").put("k", "v")
    before.close()
    yield str(tmp_path)
    gc.enable()
    for connection, _ in handed_on.values():
        connection.close()


def place(folder: str) -> bytes:
    return marshal.dumps(("claude_code", folder, (system.environ, folder, 0o77)))


def test_the_configuration_and_the_state_are_there(folder: str) -> None:
    ready.make_ready([place("/"), place(folder)])
    for one in ("/", folder):
        assert beforehand.find(Places(), Here(one, claude_code.options())) is not None
    assert list(state._handed_on) == [State(Places().state).file]


def test_nothing_is_kept_of_the_rehearsal(folder: str, tmp_path: Path) -> None:
    def files() -> set[str]:
        found = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")}
        return {path for path in found if not path.endswith(("-wal", "-shm"))}

    before = files()
    ready.make_ready([place(folder)])
    assert files() == before
    assert SliceStore(State(Places().state), "guard").list("") == ("v",)


def test_the_rehearsal_comes_to_an_answer(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said = []

    def answer(*given: Any, **more: Any) -> Any:
        said.append(real(*given, **more))
        return said[0]

    real = house.answer
    monkeypatch.setattr(house, "answer", answer)
    ready.make_ready([place(folder)])
    assert '"deny"' in said[0].text
