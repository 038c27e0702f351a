from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from host.here import Here, within

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def top(tmp_path: Path) -> Path:
    for folder in ("repo/.git", "repo/src/deep", "repo/vendor/lib/.git", "repo/vendor/lib/src"):
        (tmp_path / folder).mkdir(parents=True)
    return tmp_path


@pytest.mark.parametrize(
    ("folder", "root"),
    [
        pytest.param("repo", "repo", id="at-the-top"),
        pytest.param("repo/src/deep", "repo", id="below-it"),
        pytest.param("repo/vendor/lib/src", "repo/vendor/lib", id="a-repository-inside"),
        pytest.param("repo/vendor", "repo", id="beside-it"),
        pytest.param("repo/gone/away", "repo", id="a-folder-that-is-gone"),
    ],
)
def test_the_project_is_the_nearest_marked_folder(top: Path, folder: str, root: str) -> None:
    here = Here(str(top / folder))
    assert (here.root, here.file) == (str(top / root), "")


def test_a_folder_without_a_mark_is_its_own_project(tmp_path: Path) -> None:
    assert Here(str(tmp_path)).root == str(tmp_path)


@pytest.mark.parametrize(
    ("folder", "root", "file"),
    [
        ("repo/src", "repo", "repo"),
        ("repo/vendor/lib/src", "repo/vendor/lib", "repo"),
        ("other", "other", ""),
    ],
)
def test_the_projects_file_is_the_nearest_above(
    top: Path, folder: str, root: str, file: str
) -> None:
    (top / "repo" / ".tidegate.json").write_text("{}")
    here = Here(str(top / folder))
    assert here.root == str(top / root)
    assert here.file == (str(top / file / ".tidegate.json") if file else "")


@pytest.mark.parametrize(
    ("folder", "root"),
    [("", ""), ("relative/folder", "relative/folder"), ("/", "/"), ("\0", "\0"), ("/" * 99, "/")],
)
def test_an_odd_folder_breaks_nothing(folder: str, root: str) -> None:
    found = Here(folder)
    assert found.file == ""
    assert found.root.rstrip("/") == root.rstrip("/")


def test_a_folder_is_looked_for_in_a_bounded_number_of_parents() -> None:
    assert Here("/none" * 100_000).file == ""


def test_the_mark_differs_by_project_and_options(top: Path) -> None:
    places = [
        Here(str(top / "repo")),
        Here(str(top / "repo/vendor/lib")),
        Here(str(top / "repo"), {"guard": ("OPTION_GUARD", "true")}),
        Here(str(top / "repo"), {"guard": ("OPTION_GUARD", "false")}),
    ]
    assert len({place.mark for place in places}) == len(places)
    assert Here(str(top / "repo/src")).mark == places[0].mark


@pytest.mark.parametrize(
    ("root", "folder", "held"),
    [
        ("/a/b", "/a/b", True),
        ("/a/b/c", "/a/b/", True),
        ("/a/bc", "/a/b", False),
        ("/a", "/a/b", False),
        ("/a", "/", True),
        ("", "/", False),
    ],
)
def test_within(root: str, folder: str, held: bool) -> None:
    assert within(root, folder) is held
