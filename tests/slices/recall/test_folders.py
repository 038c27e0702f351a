"""Which project a session is in, and where the person's own notes lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from host import paths
from slices.recall import folders

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def top(tmp_path: Path) -> Path:
    for name in ("outer/.git", "outer/a/b", "outer/inner/.tidegate", "outer/inner/c", "none"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "outer/worktree").mkdir()
    (tmp_path / "outer/worktree/.git").write_text("gitdir: elsewhere\n")
    return tmp_path


@pytest.mark.parametrize(
    ("cwd", "root"),
    [
        ("outer", "outer"),
        ("outer/a/b", "outer"),
        ("outer/inner/c", "outer/inner"),
        ("outer/worktree", "outer/worktree"),
        ("outer/not/there/yet", "outer"),
    ],
)
def test_the_nearest_folder_with_a_mark_is_the_project(top: Path, cwd: str, root: str) -> None:
    assert folders.project_root(str(top / cwd)) == str(top / root)


@pytest.mark.parametrize("cwd", ["", "relative", "."])
def test_a_folder_that_is_not_known_has_no_project(cwd: str) -> None:
    found = folders.find(cwd)
    assert found.project is None
    assert found.all == (found.mine,)


def test_folders_deeper_than_any_project_end() -> None:
    assert folders.project_root("/x" * 3000) is None


def test_the_person_s_folder_is_beside_the_config(
    top: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "config_folder", lambda: "/home/me/.config/tidegate")
    found = folders.find(str(top / "outer"))
    assert found.mine.path == "/home/me/.config/tidegate/notes"
    assert found.mine.mine
    assert [folder.mine for folder in found.all] == [False, True]
