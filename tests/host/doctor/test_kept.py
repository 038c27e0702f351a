"""The state folder as the doctor sees it, where there is no state file yet."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from host import paths
from host.doctor import kept

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(paths, "state_folder", lambda: str(tmp_path / "state" / "tidegate"))
    return tmp_path


def level_and_text() -> tuple[str, str]:
    (found,) = kept.look()
    assert bool(found.mend) == (found.level == "wrong")
    return found.level, found.text


def test_a_folder_that_can_be_made_is_not_made(home: Path) -> None:
    assert level_and_text()[0] == "fine"
    assert list(home.iterdir()) == []


def test_a_file_in_the_place_of_a_folder(home: Path) -> None:
    (home / "state").write_text("")
    assert level_and_text() == ("wrong", f"{home}/state is no folder, so there is no state")


def test_a_link_to_nothing(home: Path) -> None:
    (home / "state").symlink_to(home / "gone")
    assert level_and_text() == ("wrong", f"{home}/state is no folder, so there is no state")


def test_a_folder_in_which_nothing_can_be_made(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str, *_: object) -> None:
        raise PermissionError(path)

    monkeypatch.setattr(os, "mkdir", refuse)
    level, text = level_and_text()
    assert (level, text.endswith("cannot be made")) == ("wrong", True)
