"""What the builtin modules alone do for folders."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from host.bare import make_folder

TAKES_NONE = Path("/proc")


def test_a_folder_and_its_parents_are_made_for_nobody_else(tmp_path: Path) -> None:
    for _ in range(2):
        make_folder(f"{tmp_path}/a/b/c")
    modes = {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("a", "a/b", "a/b/c")}
    assert modes == {0o700}


@pytest.mark.skipif(not (TAKES_NONE / "self").exists(), reason="needs a file system of processes")
def test_where_no_folder_can_be_made_it_raises(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        make_folder(f"{TAKES_NONE}/nothing/below")
    (tmp_path / "file").write_text("")
    with pytest.raises(NotADirectoryError):
        make_folder(f"{tmp_path}/file/below")
