"""The watch of a folder: what is in reach, what is wanted, and that doubt means yes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from host import paths, watches
from host.hook import FolderWatch
from host.limits import WATCH_PIECES_MAX
from host.state import State
from host.store import SliceStore

if TYPE_CHECKING:
    from pathlib import Path

DATA = ".data"


def watch(folder: Path, **more: Any) -> FolderWatch:
    sources = ((str(folder), watches.stamp(str(folder))),)
    return FolderWatch(str(folder), sources, **more)


def event(text: str, folder: Path, *, hidden: bool = False, **more: Any) -> watches.Event:
    return watches.Event((text,), hidden=hidden, folder=str(folder), **{"seconds": None, **more})


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "project" / DATA).mkdir(parents=True)
    return tmp_path / "project"


def keep(project: Path, **more: Any) -> str:
    state = str(project.parent / "state")
    SliceStore(State(state), "a").watch_folder(watch(project / DATA, **more))
    return state


def wants(state: str, text: str, project: Path, **more: Any) -> bool:
    return watches.wants(state, "a", (DATA,), event(text, project, **more))


WANTED = {
    "the-name": "cat f.txt",
    "behind-a-slash": "cat x/f.txt",
    "behind-an-equals-sign": "--x=f.txt",
    "in-parentheses": "open('f.txt')",
    "another-case": "cat F.TXT",
    "a-piece": "cat y.yaml",
    "a-name-with-a-blank": "cat 'b c.md'",
    "a-name-of-signs-alone": "cat +++",
    "not-ascii": "cat ünï.md",
}
PASSED = {
    "another": "cat g.txt",
    "longer": "cat f.txt.bak",
    "longer-in-front": "cat xf.txt",
    "empty": "",
    "lone-surrogate": "\udcff",
}


@pytest.mark.parametrize("text", WANTED.values(), ids=WANTED.keys())
def test_a_call_that_holds_a_text_is_wanted(text: str, project: Path) -> None:
    names = ("f.txt", "b c.md", "+++", "Ünï.md")
    assert wants(keep(project, names=names, pieces=(".YAML",)), text, project)


@pytest.mark.parametrize("text", PASSED.values(), ids=PASSED.keys())
def test_another_call_passes(text: str, project: Path) -> None:
    assert not wants(keep(project, names=("f.txt",), pieces=(".yaml",)), text, project)


def test_a_piece_may_stand_in_the_events_folder(project: Path) -> None:
    state = keep(project, pieces=("deploy",))
    (project / "deploy").mkdir()
    assert wants(state, "cat x", project / "deploy")
    assert not wants(state, "cat x", project)


def test_everything(project: Path) -> None:
    assert wants(keep(project, pieces=("*",)), "ls", project)


def test_more_pieces_than_are_looked_for_are_everything(project: Path) -> None:
    pieces = tuple(f"piece-{number}" for number in range(WATCH_PIECES_MAX + 1))
    assert wants(keep(project, pieces=pieces), "ls", project)


def test_more_names_than_are_read_are_everything(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watches, "WATCHED_FOLDER_FILE_MAX_BYTES", 500)
    names = tuple(f"name-{number}" for number in range(100))
    assert wants(keep(project, names=names), "ls", project)


def test_many_names_are_each_found(project: Path) -> None:
    names = tuple(f"name-{number}" for number in range(5_000))
    state = keep(project, names=names)
    assert all(wants(state, f"cat {name}", project) for name in names[::97])
    assert not wants(state, "cat name-5000", project)


def test_a_hidden_name_needs_something_to_be_hidden(project: Path) -> None:
    assert wants(keep(project, names=("f",)), "cat $x", project, hidden=True)
    assert not wants(keep(project), "cat $x", project, hidden=True)
    assert not wants(keep(project, names=("f",)), "cat $x", project, hidden=True, seconds=0.0)


def test_folders_above_are_in_reach(project: Path) -> None:
    inner = project / "a" / "b"
    inner.mkdir(parents=True)
    assert list(watches.in_reach((DATA,), str(inner))) == [str(project / DATA)]
    assert list(watches.in_reach((DATA, str(project)), "")) == [str(project)]
    assert list(watches.in_reach((DATA, "/no/such/folder"), "relative")) == []


def test_a_stand_in_is_the_clients_folder(project: Path) -> None:
    state = str(project.parent / "state")
    asked = event("ls", project, rules=DATA)
    assert watches.wants(state, "a", (watches.RULES,), asked)
    assert not watches.wants(state, "a", (watches.RULES,), event("ls", project))


def test_a_folder_without_a_watch_is_wanted(project: Path) -> None:
    state = keep(project)
    assert not wants(state, "ls", project)
    assert watches.wants(state, "other", (DATA,), event("ls", project))
    assert watches.is_fresh(state, "a", str(project / DATA))


@pytest.mark.parametrize(
    "raw",
    [b"", b"{", b"[]", b"{}", b'{"folder": 1}'],
    ids=["empty", "cut", "list", "bare", "other"],
)
def test_a_damaged_watch_is_wanted(raw: bytes, project: Path) -> None:
    state = keep(project)
    name = watches.file_name("a", str(project / DATA))
    file = project.parent / "state" / "watch" / name
    whole = file.read_bytes()
    for damaged in (raw, whole + b"odd"):
        file.write_bytes(damaged)
        assert wants(state, "ls", project)
        assert not watches.is_fresh(state, "a", str(project / DATA))


def test_a_changed_source_makes_it_stale(project: Path) -> None:
    state = keep(project)
    assert not wants(state, "ls", project)
    (project / DATA / "more").write_text("x")
    assert wants(state, "ls", project)


def test_files_touched_since_a_call_began(project: Path) -> None:
    file = project / "f"
    file.write_text("x")
    state = keep(project, looked_at=(str(file), str(project / "gone")))
    assert wants(state, "ls", project, seconds=0.0)
    assert wants(state, "ls", project, seconds=-1.0)
    assert not wants(state, "ls", project)
    ahead = time.time() + 3600
    assert not _touched(state, project, ahead)
    os.utime(file, (ahead, 1))
    assert _touched(state, project, ahead)


def _touched(state: str, project: Path, now: float) -> bool:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("host.watches.time.time", lambda: now)
        return wants(state, "ls", project, seconds=0.0)


@pytest.mark.parametrize(
    ("text", "found"), [("cat f.txt", True), ("ls", False)], ids=["holds", "holds-none"]
)
def test_a_sound_watch_says_whether_a_name_is_held(text: str, found: bool, project: Path) -> None:
    state = keep(project, names=("f.txt",))
    assert watches.holds_name(state, "a", (DATA,), event(text, project)) is found


def test_a_stale_watch_knows_what_it_knew(project: Path) -> None:
    state = keep(project, names=("f.txt",))
    (project / DATA / "more").write_text("x")
    assert watches.holds_name(state, "a", (DATA,), event("cat f.txt", project)) is True
    assert watches.holds_name(state, "a", (DATA,), event("ls", project)) is None


def test_the_front_needs_builtin_modules_only() -> None:
    code = (
        f"import sys; sys.path.insert(0, {paths.ROOT!r}); import host.watches;"
        " print([m for m in ('os', 're', 'json') if m in sys.modules])"
    )
    done = subprocess.run(
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            f"import sys; sys.path.insert(0, {paths.ROOT!r}); {code}",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[]\n"
