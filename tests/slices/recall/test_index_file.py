"""The index file can be lost, damaged, locked or unwritable: no note is lost by that."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host import paths
from slices.recall import identity, index, index_fill, index_schema
from slices.recall.folders import NoteFolder, NoteFolders

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from host.errors import Problem

STATE = "state"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A project with one note for the file `x`."""
    note(tmp_path, "one", "x")
    return tmp_path


def note(site: Path, name: str, anchor: str) -> None:
    folder = site / "repo" / ".tidegate" / "notes"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.md").write_text(f"---\nanchors: {anchor}\n---\nhi\n")


def opened(site: Path, *, thorough: bool = False) -> index.Index:
    root = str(site / "repo")
    project = NoteFolder(f"{root}/.tidegate/notes", root)
    folders = NoteFolders(project, NoteFolder(str(site / "mine")))
    return index.open_index(folders, str(site / STATE), thorough=thorough)


def look(site: Path, name: str = "x") -> tuple[list[str], tuple[Problem, ...]]:
    with opened(site) as found:
        matches = found.exact(identity.keys(str(site / "repo" / name)))
        return [match.note.id for match in matches], found.problems()


def index_file(site: Path) -> Path:
    (file,) = (site / STATE / "recall").glob("*.db")
    return file


def test_it_is_one_file_for_the_person_alone(site: Path) -> None:
    look(site)
    file = index_file(site)
    assert file.stat().st_mode & 0o077 == 0
    assert file.parent.stat().st_mode & 0o077 == 0
    assert list(file.parent.iterdir()) == [file]


def test_two_ways_to_the_folder_share_it(site: Path) -> None:
    look(site)
    (site / "link").symlink_to(site / "repo")
    other = index_schema.file_of(str(site / STATE), str(site / "link/.tidegate/notes"))
    assert other == str(index_file(site))


def _garbage(file: Path) -> None:
    file.write_bytes(b"no database at all, but long enough to be looked at" * 100)


def _torn(file: Path) -> None:
    data = file.read_bytes()
    file.write_bytes(data[:100] + b"\xff" * (len(data) - 100))


def _short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:5000])


def _empty(file: Path) -> None:
    file.write_bytes(b"")


def _newer(file: Path) -> None:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA user_version = 99")


def _without_tables(file: Path) -> None:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("DROP TABLE entry")


def _other_rows(file: Path) -> None:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE note SET value = '[1]'")
        connection.commit()


def _gone(file: Path) -> None:
    file.unlink()


@pytest.mark.parametrize(
    "damage", [_garbage, _torn, _short, _empty, _newer, _without_tables, _other_rows, _gone]
)
def test_a_damaged_one_is_built_again(site: Path, damage: Callable[[Path], None]) -> None:
    look(site)
    damage(index_file(site))
    assert look(site) == (["one"], ())
    assert look(site) == (["one"], ())


def test_damage_that_shows_while_it_is_open_is_mended(site: Path) -> None:
    with opened(site) as found:
        _torn(index_file(site))
        matches = found.exact(identity.keys(str(site / "repo/x")))
    assert [match.note.id for match in matches] == ["one"]
    assert look(site) == (["one"], ())


def test_a_state_folder_that_cannot_be_made_is_said_and_the_notes_count(site: Path) -> None:
    (site / STATE).write_text("a file in the folder's place")
    found, problems = look(site)
    assert found == ["one"]
    (problem,) = problems
    assert "expected an index file that can be written" in str(problem)
    assert str(site / STATE) in problem.file


@pytest.fixture
def read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let SQLite open files to read only, as a read-only disk would; root can write anywhere."""
    connect = sqlite3.connect

    def reading(file: str, **more: object) -> sqlite3.Connection:
        if file == ":memory:":
            return connect(file, isolation_level=None)
        return connect(f"file:{file}?mode=ro", uri=True, isolation_level=None)

    monkeypatch.setattr(sqlite3, "connect", reading)


def _settle(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_fill, "RACY_MILLISECONDS", 0)
    for path in (site / "repo/.tidegate/notes").iterdir():
        os.utime(path, (1, 1))
    opened(site, thorough=True).close()


def test_a_read_only_one_that_is_up_to_date_serves_as_it_is(
    site: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    _settle(site, monkeypatch)
    request.getfixturevalue("read_only")
    assert look(site) == (["one"], ())


def test_a_read_only_one_that_is_out_of_date_is_left_for_memory(
    site: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    for name in "abcd":
        note(site, name, "x")
    _settle(site, monkeypatch)
    before = index_file(site).read_bytes()
    request.getfixturevalue("read_only")
    monkeypatch.setattr(index_fill, "NOTES_READ_PER_CALL_MAX", 1)  # too few to read all afresh
    note(site, "two", "x")
    found, problems = look(site)
    assert sorted(found) == ["a", "b", "c", "d", "one", "two"]
    assert "readonly" in str(problems[0])
    assert index_file(site).read_bytes() == before


@contextlib.contextmanager
def locked(file: Path) -> Iterator[None]:
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield


def test_one_that_another_process_keeps_locked_is_left_for_memory(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_schema, "INDEX_BUSY_MILLISECONDS", 10)
    look(site)
    with locked(index_file(site)):
        found, problems = look(site)
    assert found == ["one"]
    assert "locked" in str(problems[0])
    assert look(site) == (["one"], ())


FULL_DISK = """
import resource, sys
sys.path[:0] = {path!r}
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
from pathlib import Path
sys.path.insert(0, {here!r})
import test_index_file as here
print(here.look(Path({site!r})))
"""


def test_a_full_disk_is_said_and_the_notes_count(site: Path) -> None:
    """A limit on the size of files stands for the disk: nothing can be written."""
    program = FULL_DISK.format(
        path=[paths.ROOT, *sys.path], here=str(Path(__file__).parent), site=str(site)
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "['one']" in done.stdout
    assert "an index file that can be written" in done.stdout


def _build(site: str, results: multiprocessing.SimpleQueue[tuple[list[str], int]]) -> None:
    with opened(Path(site)) as found:
        matches = found.exact(identity.keys(f"{site}/repo/x"))
        results.put((sorted(match.note.id for match in matches), len(found.problems())))


def test_eight_processes_that_build_it_at_once_all_find_every_note(site: Path) -> None:
    for number in range(40):
        note(site, f"note-{number}", "x")
    spawn = multiprocessing.get_context("fork")
    results = spawn.SimpleQueue()
    workers = [spawn.Process(target=_build, args=(str(site), results)) for _ in range(8)]
    for worker in workers:
        worker.start()
    answers = [results.get() for _ in workers]
    for worker in workers:
        worker.join()
    expected = sorted(["one", *(f"note-{number}" for number in range(40))])
    assert answers == [(expected, 0)] * 8
