"""What is read of a repository without running git, compared with what git says."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from slices.scar.after import repository
from slices.scar.after.history import content_before

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Git = Callable[..., str]


@pytest.fixture
def top(tmp_path: Path) -> Path:
    folder = tmp_path.resolve() / "top"
    (folder / "src/deep").mkdir(parents=True)
    return folder


@pytest.fixture
def git(top: Path) -> Git:
    """Return a function that runs git in the project."""

    def run(*words: str) -> str:
        command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *words]
        done = subprocess.run(command, cwd=top, check=True, capture_output=True, text=True)
        return done.stdout.strip()

    run("init", "-q", "-b", "main")
    for number in range(12):
        (top / f"src/deep/{'long' * number}{number}.py").write_text(f"x = {number}\n")
    (top / "ü ber.py").write_text("x = 1\n")
    (top / "notes.md").write_text("x\n")
    (top / "link.py").symlink_to("notes.md")
    run("add", "-A")
    run("commit", "-qm", "all")
    return run


def found(folder: Path) -> repository.Repository:
    one = repository.find(str(folder))
    assert one is not None
    return one


@pytest.mark.parametrize("version", ["2", "3", "4"])
def test_the_index_holds_what_git_lists(version: str, top: Path, git: Git) -> None:
    git("update-index", "--index-version", version)
    (top / "new.py").write_text("x = 1\n")
    git("add", "--intent-to-add", "new.py")  # an entry with extended flags
    listed = [line for line in git("ls-files", "-sz").split("\0") if line.endswith(".py")]
    regular = [line for line in listed if line.startswith("100")]
    assert len(regular) == 14
    entries = {(e.object, e.path) for e in found(top).entries}
    assert entries == {(line.split()[1], f"{top}/{line.partition(chr(9))[2]}") for line in regular}


def test_it_is_found_from_a_folder_below(top: Path, git: Git) -> None:
    git("status")
    assert found(top / "src/deep") == found(top)
    assert found(top).top == str(top)


def test_without_a_repository_there_is_none(tmp_path: Path) -> None:
    (tmp_path / ".git").write_text("no pointer")
    assert repository.find(str(tmp_path)) is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"DIRC",
        b"DIRX" + bytes(60),
        b"DIRC\0\0\0\x09" + bytes(60),
        b"DIRC\0\0\0\2\xff\xff\xff\xff",
    ],
    ids=["empty", "cut", "another-signature", "another-version", "more-than-there-is"],
)
def test_an_index_that_cannot_be_read(data: bytes, top: Path, git: Git) -> None:
    git("status")
    (top / ".git/index").write_bytes(data)
    assert found(top).entries == ()
    assert found(top).stamp == ""


def test_an_index_past_its_bound(top: Path, git: Git, monkeypatch: pytest.MonkeyPatch) -> None:
    git("status")
    monkeypatch.setattr(repository, "INDEX_MAX_BYTES", 10)
    assert found(top).entries == ()


def test_so_many_files_are_looked_at(top: Path, git: Git, monkeypatch: pytest.MonkeyPatch) -> None:
    git("status")
    monkeypatch.setattr(repository, "TRACKED_MAX", 3)
    assert len(found(top).entries) == 3


@pytest.mark.parametrize(
    "steps",
    [[], [["pack-refs", "--all"]], [["checkout", "-q", "--detach"]]],
    ids=["a-branch", "a-packed-branch", "no-branch"],
)
def test_the_commit_that_is_checked_out(steps: list[list[str]], top: Path, git: Git) -> None:
    for step in steps:
        git(*step)
    assert repository.head_of(found(top)) == git("rev-parse", "HEAD")


def test_a_branch_without_a_commit(top: Path, git: Git) -> None:
    git("checkout", "-q", "--orphan", "empty")
    assert repository.head_of(found(top)) == ""


def test_a_file_as_git_has_it(top: Path, git: Git) -> None:
    path = top / "src/deep/0.py"
    os.utime(path, (1_700_000_000, 1_700_000_000))
    git("update-index", "--refresh")
    (entry,) = (e for e in found(top).entries if e.path == str(path))
    assert repository.is_as_git_has_it(entry, found(top))
    os.utime(path, (1_700_000_001, 1_700_000_001))
    assert not repository.is_as_git_has_it(entry, found(top))
    path.unlink()
    assert not repository.is_as_git_has_it(entry, found(top))


def test_a_file_as_late_as_the_index_may_have_changed(top: Path, git: Git) -> None:
    git("status")
    late = 4_000_000_000
    os.utime(top / "src/deep/0.py", (late, late))
    git("add", "-A")
    (entry,) = (e for e in found(top).entries if e.path.endswith("/0.py"))
    assert not repository.is_as_git_has_it(entry, found(top))


def test_the_content_from_before(top: Path, git: Git) -> None:
    git("status")
    path, one = f"{top}/src/deep/0.py", found(top)
    known = {entry.path: entry.object for entry in one.entries}
    head = repository.head_of(one)
    assert content_before(path, one, stamp=one.stamp, head="", known=known) == b"x = 0\n"
    assert content_before(path, one, stamp="other", head=head, known={}) == b"x = 0\n"
    assert content_before(path, one, stamp="other", head="", known=known) is None
    assert content_before("/else.py", one, stamp="other", head=head, known={}) is None
    assert content_before(f"{top}/none.py", one, stamp="other", head=head, known={}) is None


def test_without_git_the_past_is_not_known(
    top: Path, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    git("status")
    one = found(top)
    known = {entry.path: entry.object for entry in one.entries}
    monkeypatch.setenv("PATH", "")
    path = f"{top}/src/deep/0.py"
    assert content_before(path, one, stamp=one.stamp, head="", known=known) is None
