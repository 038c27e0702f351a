"""The state file: one SQLite database for the slices' stores and the ledger, opened when needed."""

from __future__ import annotations

import contextlib
import os
import time
from typing import TYPE_CHECKING, Any

import attrs

from host import reasons
from host.bare import make_folder, system
from host.errors import StateError
from host.files import FILE_MODE, locked
from host.patience import Patience

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator

    Identity = tuple[int, int]
    """Device and inode."""

MIGRATIONS = (
    """
    CREATE TABLE store (
        slice TEXT NOT NULL, key BLOB NOT NULL, value BLOB NOT NULL, at REAL NOT NULL,
        PRIMARY KEY (slice, key)
    );
    CREATE INDEX store_age ON store (slice, at);
    CREATE TABLE ledger (
        id INTEGER PRIMARY KEY, at REAL NOT NULL, client TEXT NOT NULL, session TEXT NOT NULL,
        agent TEXT NOT NULL, event TEXT NOT NULL, tool TEXT NOT NULL, slice TEXT NOT NULL,
        kind TEXT NOT NULL, name TEXT NOT NULL, detail TEXT NOT NULL
    );
    """,
    """
    CREATE TABLE denies (
        id INTEGER PRIMARY KEY, at REAL NOT NULL, root TEXT NOT NULL, tool TEXT NOT NULL,
        subject TEXT NOT NULL, slice TEXT NOT NULL, reason TEXT NOT NULL
    );
    CREATE INDEX denies_of_project ON denies (root, at);
    """,
)
"""One script per schema version, in order; a released one never changes."""

_BUSY = 5  # SQLITE_BUSY; sqlite3 is not imported for its names
_CORRUPT = 11  # SQLITE_CORRUPT
_NOT_A_DATABASE = 26  # SQLITE_NOTADB


@attrs.define
class State:
    """The state in one folder, for one call; `notices` collects what the person should know.

    All that is done with it waits for other processes no longer than `patience` lasts.
    """

    folder: str
    now: Callable[[], float] = time.time
    patience: Patience = attrs.field(factory=Patience)
    notices: list[str] = attrs.field(factory=list, init=False)
    _connection: sqlite3.Connection | None = attrs.field(default=None, init=False)

    @property
    def file(self) -> str:
        """The path of the database."""
        return f"{self.folder}/state.db"

    def exists(self) -> bool:
        """Return whether anything was ever kept here."""
        return self._connection is not None or os.path.lexists(self.file)

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Run the block as one transaction that writes; raises `StateError`."""
        with self._explained():
            connection = self._open()
            with self.patience.spending():
                connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(Exception):  # the first error is the one that tells
                    connection.rollback()
                raise

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Run the block with a connection that only reads; raises `StateError`."""
        with self._explained():
            connection = self._open()
            with self.patience.spending():
                yield connection

    def close(self) -> None:
        """Close the file; a later use opens it again."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def hand_on(self) -> None:
        """Leave the open file, if it is, to the next state of this folder in this process."""
        if self._connection is not None and (identity := _identity(self.file)):
            _handed_on[self.file] = self._connection, identity
            self._connection = None

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            make_folder(self.folder)
            try:
                found = _taken_over(self.file)
                self._connection = found or _connect(self.file, self.patience)
            except Exception as error:
                if not _is_corrupt(error):
                    raise
                self._set_aside()
                self._connection = _connect(self.file, self.patience)
        _wait_at_most(self._connection, self.patience)
        return self._connection

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            why = error.strerror or type(error).__name__
            raise StateError(self.file, why, reasons.state_mend(8, self.file)) from error
        except Exception as error:
            code = getattr(error, "sqlite_errorcode", None)
            if code is None:
                raise
            if _is_corrupt(error):
                self.close()
                self._set_aside()
            mend = reasons.state_mend(code & 0xFF, self.file)
            raise StateError(self.file, str(error), mend) from error

    def _set_aside(self) -> None:
        """Rename the corrupt file, unless another process has done so meanwhile."""
        with locked(f"{self.folder}/lock", self.patience):
            if _is_sound(self.file, self.patience):
                return
            aside = f"{self.file}.corrupt-{time.strftime('%Y%m%dT%H%M%S')}-{os.getpid()}"
            # The log goes first: a new database must never meet the old one's log.
            for suffix in ("-wal", "-shm", ""):
                with contextlib.suppress(FileNotFoundError):
                    system.rename(self.file + suffix, aside + suffix)
        self.notices.append(reasons.state_set_aside(self.file, aside))


_handed_on: dict[str, tuple[sqlite3.Connection, Identity]] = {}
"""Connections for the next state of a file in this process, each with the file's identity."""


def _taken_over(file: str) -> sqlite3.Connection | None:
    """Return the connection that was handed on, unless another file is in the place now.

    It is left open then: its end would take the log of the other file along.
    """
    connection, then = _handed_on.get(file, (None, None))
    if connection is None or _identity(file) != then:
        return None
    del _handed_on[file]
    return connection


def _identity(file: str) -> Identity | None:
    try:
        found = system.stat(file)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _driver() -> Any:
    """Return what `sqlite3` is a shell of: that one loads `datetime` for dates in columns."""
    from importlib import import_module

    try:
        return import_module("_sqlite3")
    except ImportError:
        return import_module("sqlite3")


def _connect(file: str, patience: Patience) -> sqlite3.Connection:
    driver = _driver()
    # SQLite would make the file readable for everybody; its companions take over its mode.
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, FILE_MODE))
    wait = patience.left / 1000
    connection: sqlite3.Connection = driver.connect(file, timeout=wait, isolation_level=None)
    try:
        # With the log, no commit waits for the disk; only a power cut can take the last ones.
        connection.execute("PRAGMA synchronous = NORMAL")
        _migrate(connection, file, patience)
    except BaseException:
        connection.close()
        raise
    return connection


def _migrate(connection: sqlite3.Connection, file: str, patience: Patience) -> None:
    with patience.spending():
        version = _version(connection)
    if version == len(MIGRATIONS):
        return
    if version > len(MIGRATIONS):
        mend = "Update tidegate, or move the file to another place."
        raise StateError(file, f"made by a newer tidegate (schema {version})", mend)
    # The change to a write-ahead log does not wait for other connections by itself.
    with locked(f"{file.rpartition('/')[0]}/lock", patience), patience.spending():
        _wait_at_most(connection, patience)
        connection.execute("PRAGMA journal_mode = WAL")
        for number in range(_version(connection), len(MIGRATIONS)):
            steps = f"BEGIN IMMEDIATE;{MIGRATIONS[number]}PRAGMA user_version = {number + 1};COMMIT"
            connection.executescript(steps)


def _wait_at_most(connection: sqlite3.Connection, patience: Patience) -> None:
    connection.execute(f"PRAGMA busy_timeout = {patience.left}")


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _is_sound(file: str, patience: Patience) -> bool:
    """Tell whether another process has set the file aside; one that is held is left alone."""
    driver = _driver()
    seconds = patience.left / 1000
    try:
        with contextlib.closing(driver.connect(file, timeout=seconds)) as connection:
            return bool(connection.execute("PRAGMA quick_check").fetchone()[0] == "ok")
    except driver.Error as error:
        return getattr(error, "sqlite_errorcode", 0) & 0xFF == _BUSY


def _is_corrupt(error: BaseException) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (_CORRUPT, _NOT_A_DATABASE)
