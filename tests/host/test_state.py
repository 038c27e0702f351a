from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from host import paths
from host import state as state_module
from host.errors import StateError
from host.patience import Patience
from host.state import MIGRATIONS, State
from host.store import SliceStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WRITER = """
import sys
sys.path.insert(0, sys.argv[1])
from host.call import SessionEvent
from host.ledger import Row, write
from host.patience import Patience
from host.state import State
from host.store import SliceStore

state = State(sys.argv[2], patience=Patience(120_000))  # many calls' work, on a loaded machine
for number in range(20):
    SliceStore(state, "a").put(f"{sys.argv[3]}/{number}", "x")
    write(state, SessionEvent("c", "session.start", "s", "/"), [Row("a", "count", sys.argv[3])])
"""


def test_nothing_is_made_before_it_is_used(tmp_path: Path) -> None:
    state = State(str(tmp_path / "state"))

    assert SliceStore(state, "a").get("k") is None
    SliceStore(state, "a").delete("")
    assert not (tmp_path / "state").exists()


def test_an_open_file_is_handed_on_to_the_next_state_alone(handed_on: Path) -> None:
    first, second = (State(str(handed_on)) for _ in range(2))
    with first.reading() as one, second.reading() as other:
        assert one is not other
    first.close()
    SliceStore(second, "a").put("k", "w")
    second.close()


def test_what_was_handed_on_is_not_used_in_the_place_of_another_file(handed_on: Path) -> None:
    for file in handed_on.glob("state.db*"):
        file.rename(file.with_name(f"old-{file.name}"))
    state = State(str(handed_on))
    assert SliceStore(state, "a").get("k") is None
    SliceStore(state, "a").put("k", "new")
    state.close()
    assert SliceStore(State(str(handed_on)), "a").get("k") == "new"


def test_what_is_not_open_is_not_handed_on(tmp_path: Path) -> None:
    State(str(tmp_path / "state")).hand_on()
    assert not (tmp_path / "state").exists()


@pytest.fixture
def handed_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    kept: dict[str, Any] = {}
    monkeypatch.setattr(state_module, "_handed_on", kept)
    state = State(str(tmp_path / "state"))
    SliceStore(state, "a").put("k", "v")
    state.hand_on()
    yield tmp_path / "state"
    for connection, _ in kept.values():
        connection.close()


def test_the_module_does_not_import_sqlite() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import host.house\n"
        "print([m for m in sys.modules if m in ('sqlite3', '_sqlite3', 'difflib')])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, paths.ROOT], capture_output=True, text=True, check=True
    )

    assert run.stdout.strip() == "[]"


def test_folder_and_files_are_the_persons_alone(tmp_path: Path) -> None:
    state = State(str(tmp_path / "a" / "state"))
    SliceStore(state, "a").put("k", "v")

    assert (tmp_path / "a" / "state").stat().st_mode & 0o777 == 0o700
    files = list((tmp_path / "a" / "state").iterdir())
    assert {file.name for file in files} >= {"state.db", "state.db-wal"}
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}


def test_the_file_says_its_schema_and_keeps_a_log(tmp_path: Path) -> None:
    state = State(str(tmp_path))
    SliceStore(state, "a").put("k", "v")
    state.close()
    with sqlite3.connect(state.file) as connection:
        version = connection.execute("PRAGMA user_version").fetchone()
        mode = connection.execute("PRAGMA journal_mode").fetchone()
    connection.close()

    assert (version, mode) == ((len(MIGRATIONS),), ("wal",))


def test_an_older_file_is_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = State(str(tmp_path))
    SliceStore(state, "a").put("k", "v")
    state.close()
    monkeypatch.setattr("host.state.MIGRATIONS", (*MIGRATIONS, "CREATE TABLE added (x);"))

    assert SliceStore(state, "a").get("k") == "v"
    with state.reading() as connection:
        assert connection.execute("SELECT count(*) FROM added").fetchone() == (0,)
    state.close()


def test_a_file_of_a_newer_tidegate_is_left_alone(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "state.db")
    connection.execute("PRAGMA user_version = 99")
    connection.close()

    with pytest.raises(StateError, match=r"newer tidegate \(schema 99\)\. Update"):
        SliceStore(State(str(tmp_path)), "a").get("k")


def test_a_block_that_raises_leaves_nothing(tmp_path: Path) -> None:
    state = State(str(tmp_path))
    store = SliceStore(state, "a")
    with pytest.raises(KeyError), state.transaction() as connection:  # noqa: PT012  the block is the test
        connection.execute("INSERT INTO store VALUES ('a', 'k', 'v', 1e12)")
        raise KeyError

    assert store.get("k") is None
    store.put("k", "v")
    assert store.get("k") == "v"


@pytest.mark.parametrize(
    "data", [b"no database at all" * 100, b"SQLite format 3\0" + b"\xff" * 4096]
)
def test_a_corrupt_file_is_set_aside_and_a_new_one_begun(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "state.db").write_bytes(data)
    state = State(str(tmp_path))
    SliceStore(state, "a").put("k", "v")

    assert SliceStore(state, "a").get("k") == "v"
    (aside,) = tmp_path.glob("state.db.corrupt-*")
    assert aside.read_bytes() == data
    (notice,) = state.notices
    assert str(aside) in notice


def test_corruption_found_later_is_an_error_once(tmp_path: Path) -> None:
    state = State(str(tmp_path))
    for number in range(200):
        SliceStore(state, "a").put(f"{number}", "x" * 500)
    state.close()
    file = tmp_path / "state.db"
    data = bytearray(file.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    file.write_bytes(data)

    with pytest.raises(StateError, match="malformed") as caught:
        SliceStore(state, "a").get("1")
    assert caught.value.file == str(file)
    assert len(state.notices) == 1
    assert SliceStore(state, "a").get("1") is None
    assert [aside.read_bytes() for aside in tmp_path.glob("state.db.corrupt-*")] == [bytes(data)]


HOLDER = """
import sqlite3, sys
held = sqlite3.connect(sys.argv[1], isolation_level=None)
held.execute("PRAGMA journal_mode = " + sys.argv[2])
held.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.read()
"""


@contextlib.contextmanager
def held(file: str, mode: str = "WAL") -> Iterator[None]:
    """Have another process hold the file for itself."""
    command = [sys.executable, "-c", HOLDER, file, mode]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        yield
        holder.communicate()


def test_a_locked_file_is_an_error_with_a_mend(tmp_path: Path) -> None:
    SliceStore(State(str(tmp_path)), "a").put("k", "v")
    state = State(str(tmp_path), patience=Patience(10))
    with held(state.file):
        with pytest.raises(StateError, match="locked") as caught:
            SliceStore(state, "a").put("k", "w")
        assert "end the process" in caught.value.mend
        assert SliceStore(state, "a").get("k") == "v"
    SliceStore(state, "a").put("k", "w")
    assert state.notices == []


@pytest.mark.parametrize("mode", ["WAL", "DELETE"])
def test_a_locked_file_is_waited_for_once(
    tmp_path: Path, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the one mode the write waits, in the other each opening of the file does."""
    state = State(str(tmp_path), patience=Patience(20))
    SliceStore(state, "a").put("k", "v")
    state.close()
    offered: list[float] = []
    connect = sqlite3.connect

    def connected(file: str, timeout: float, **options: Any) -> sqlite3.Connection:
        offered.append(timeout * 1000)
        opened: sqlite3.Connection = connect(file, timeout, **options)
        return opened

    monkeypatch.setattr("host.state._driver", lambda: SimpleNamespace(connect=connected))
    with held(state.file, mode):
        for _ in range(5):
            with pytest.raises(StateError, match="locked"):
                SliceStore(state, "a").put("k", "w")
    assert offered == sorted(offered, reverse=True)
    assert len(offered) == (1 if mode == "WAL" else 5)
    assert offered[0] <= 20


def test_what_was_waited_is_taken_from_what_is_left() -> None:
    ticks = iter([0.0, 0.1, 5.0, 5.25, 9.0, 10.0])
    patience = Patience(400, clock=lambda: next(ticks))
    left = []
    for _ in range(3):
        with patience.spending():
            pass
        left.append(patience.left)
    assert left == [300, 50, 0]


def test_a_file_that_is_held_is_not_set_aside(tmp_path: Path) -> None:
    state = State(str(tmp_path), patience=Patience(10))
    SliceStore(state, "a").put("k", "v")
    state.close()
    with held(state.file, "DELETE"):
        state._set_aside()
    assert list(tmp_path.glob("*.corrupt-*")) == []


def test_a_full_disk_is_an_error_with_a_mend(tmp_path: Path) -> None:
    state = State(str(tmp_path))
    SliceStore(state, "a").put("k", "v")
    with state.reading() as connection:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")

    with pytest.raises(StateError, match="full") as caught:
        SliceStore(state, "a").put("k2", "v" * 60_000)
    assert "Make room" in caught.value.mend
    assert SliceStore(state, "a").get("k") == "v"


def test_a_folder_that_cannot_be_made_is_an_error_with_a_mend(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where the folder should be")

    with pytest.raises(StateError, match=r"Make .* writable"):
        SliceStore(State(str(tmp_path / "state")), "a").put("k", "v")


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes every file")
def test_a_file_that_may_only_be_read_is_an_error_with_a_mend(tmp_path: Path) -> None:
    state = State(str(tmp_path))
    SliceStore(state, "a").put("k", "v")
    state.close()
    (tmp_path / "state.db").chmod(0o400)

    with pytest.raises(StateError, match=r"readonly.*Make .* writable"):
        SliceStore(state, "a").put("k", "w")


def test_processes_side_by_side_lose_nothing(tmp_path: Path) -> None:
    state = State(str(tmp_path / "state"))
    command = [sys.executable, "-c", WRITER, paths.ROOT, state.folder]
    writers = [subprocess.Popen([*command, str(number)]) for number in range(8)]

    assert [writer.wait() for writer in writers] == [0] * 8
    with state.reading() as connection:
        kept = connection.execute("SELECT count(*) FROM store").fetchone()
        counted = connection.execute("SELECT name, count(*) FROM ledger GROUP BY name").fetchall()
    state.close()
    assert kept == (160,)
    assert counted == [(str(number), 20) for number in range(8)]


def test_processes_that_meet_a_corrupt_file_set_it_aside_once(tmp_path: Path) -> None:
    (tmp_path / "state.db").write_bytes(b"no database" * 1000)
    command = [sys.executable, "-c", WRITER, paths.ROOT, str(tmp_path)]
    writers = [subprocess.Popen([*command, str(number)]) for number in range(4)]

    assert [writer.wait() for writer in writers] == [0] * 4
    assert len(list(tmp_path.glob("*.corrupt-*"))) == 1
    state = State(str(tmp_path))
    with state.reading() as connection:
        assert connection.execute("SELECT count(*) FROM store").fetchone() == (80,)
    state.close()
