import os
from pathlib import Path

import pytest

from slices.guard.operands import File, is_folder, look, repository_top
from slices.guard.verdict import Runs


def test_a_regular_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("one\n")
    assert look(str(file)) == File(str(file), os.path.realpath(file), 4)


def test_a_link_keeps_its_name_and_has_the_real_path_of_its_target(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("one\n")
    (tmp_path / "link").symlink_to(file)
    assert look(f"{tmp_path}/link") == File(f"{tmp_path}/link", os.path.realpath(file), 4)


@pytest.mark.parametrize("path", ["", "/a\0b", "/\ud800", "/nowhere/at/all", "relative/nowhere"])
def test_paths_that_name_nothing(path: str) -> None:
    assert look(path) == Runs("missing")


def test_a_link_to_itself_names_nothing(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    assert look(f"{tmp_path}/loop") == Runs("missing")


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret").write_text("x")
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert look(f"{tmp_path}/secret") == Runs("unreadable file")


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        ("{top}/./docs/page", "{top}/docs/page"),
        ("{top}//docs//page", "{top}/docs/page"),
        ("//{top}/docs/page", "{top}/docs/page"),
        ("{top}/docs/../docs/page", "{top}/docs/page"),
        ("{top}/into/../page", "{top}/docs/page"),
        ("{top}/docs/deep/../page", "{top}/docs/page"),
    ],
    ids=["dot", "slashes", "two-slashes-first", "dots", "dots-after-a-link", "dots-after-a-folder"],
)
def test_the_path_that_the_reason_names(tmp_path: Path, typed: str, named: str) -> None:
    top = os.path.realpath(tmp_path)
    (tmp_path / "docs/deep").mkdir(parents=True)
    (tmp_path / "docs/page").write_text("x")
    (tmp_path / "into").symlink_to("docs/deep")
    found = look(typed.format(top=top))
    assert isinstance(found, File)
    assert found.path == named.format(top=top)


def test_the_outermost_repository_is_the_top(tmp_path: Path) -> None:
    top = os.path.realpath(tmp_path)
    inner = tmp_path / "a/b"
    (inner / ".git").mkdir(parents=True)
    assert repository_top(f"{top}/a/b/c/file") == f"{top}/a/b/"
    (tmp_path / ".git").mkdir()
    assert repository_top(f"{top}/a/b/c/file") == f"{top}/"


def test_without_a_repository_the_root_is_the_top(tmp_path: Path) -> None:
    assert repository_top(f"{os.path.realpath(tmp_path)}/file") == "/"


@pytest.mark.parametrize("path", ["", "/a\0b", "/nowhere/at/all", "/\ud800"])
def test_no_folder_is_there(path: str) -> None:
    assert not is_folder(path)


def test_a_folder_is_there(tmp_path: Path) -> None:
    assert is_folder(str(tmp_path))


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="this system has no /proc")
def test_a_link_to_a_view_of_the_kernel_is_one(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/proc/self/status")
    assert look(f"{tmp_path}/link") == Runs("device")
