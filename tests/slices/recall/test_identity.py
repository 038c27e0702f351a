"""Which spellings are one file: rules of each platform, links, inodes, machines."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from slices.recall import identity

if TYPE_CHECKING:
    from pathlib import Path

WINDOWS = "win32"
ONE_FILE = [
    r"C:\repo\x",
    "C:/repo/x",
    "/c/repo/x",
    r"c:\REPO\X",
    "/C/Repo/X",
    r"C:\repo\.\y\..\x",
    "C:/repo//x/",
    r"\\?\C:\repo\x",
    "C:/repo/x. ",
]


@pytest.mark.parametrize("spelling", ONE_FILE)
def test_windows_spellings_of_one_file_are_one(spelling: str) -> None:
    path = identity.normal(spelling, WINDOWS)
    assert identity.folded(path, WINDOWS) == "c:/repo/x"
    assert identity.is_absolute(spelling, WINDOWS)


@pytest.mark.parametrize("other", [r"D:\repo\x", "/cc/repo/x", "/repo/x", r"\\server\repo\x"])
def test_other_windows_files_are_others(other: str) -> None:
    assert identity.folded(identity.normal(other, WINDOWS), WINDOWS) != "c:/repo/x"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/a/./b", "/a/b"),
        ("/a/../b", "/b"),
        ("/../a", "/a"),
        ("//a///b/", "/a/b"),
        ("/", "/"),
        ("/A/b", "/A/b"),
        ("/c/repo", "/c/repo"),
        (r"/a\b", r"/a\b"),
    ],
)
def test_posix_paths_are_text_with_the_dots_taken_out(path: str, expected: str) -> None:
    assert identity.normal(path, "linux") == expected
    assert identity.folded(path, "linux") == path


@pytest.mark.parametrize(
    ("path", "expected"), [("x", "/r/d/x"), ("../x", "/r/x"), ("/x", "/x"), ("C:/x", "C:/x")]
)
def test_a_relative_path_is_seen_from_its_folder(path: str, expected: str) -> None:
    assert identity.join("/r/d", path, "linux") == expected


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    top = tmp_path.resolve()
    (top / "real").mkdir()
    (top / "real" / "file").write_text("x")
    (top / "real" / "other").write_text("x")
    (top / "folder").symlink_to(top / "real")
    (top / "link").symlink_to(top / "real" / "file")
    os.link(top / "real" / "file", top / "hard")
    return top


def texts(path: Path) -> set[str]:
    return {key.text for key in identity.keys(str(path))}


@pytest.mark.parametrize("name", ["folder/file", "link", "hard", "real/../link"])
def test_every_way_to_a_file_shares_a_name(tree: Path, name: str) -> None:
    assert texts(tree / name) & texts(tree / "real" / "file")
    assert identity.is_same(str(tree / name), str(tree / "real" / "file"))


def test_other_files_share_none(tree: Path) -> None:
    assert not texts(tree / "real" / "other") & texts(tree / "real" / "file")
    assert not identity.is_same(str(tree / "real" / "other"), str(tree / "link"))


def test_a_file_that_is_not_there_is_known_by_its_real_folder(tree: Path) -> None:
    assert texts(tree / "folder" / "new") & texts(tree / "real" / "new")
    assert not identity.is_same(str(tree / "real" / "new"), str(tree / "real" / "file"))


def test_only_the_spelling_lasts(tree: Path) -> None:
    lasting = [key.text for key in identity.keys(str(tree / "link")) if key.lasting]
    assert lasting == [f"p:{tree}/link"]


@pytest.mark.parametrize("path", ["/a\0b", f"/{'x' * 5000}", "/\udcff"])
def test_a_path_that_no_file_can_have_raises_nothing(path: str) -> None:
    for key in identity.keys(path):
        key.text.encode()
    assert not identity.is_same(path, "/")


@pytest.mark.parametrize("host", ["buildhost", "me@buildhost", "BuildHost"])
def test_a_machine_is_one_whoever_logs_in(host: str) -> None:
    assert identity.remote_key(host, "/srv/./x").text == "h:buildhost:/srv/x"


def test_a_remote_file_is_never_a_local_one(tree: Path) -> None:
    path = str(tree / "real" / "file")
    assert identity.remote_key("h", path).text not in texts(tree / "real" / "file")
