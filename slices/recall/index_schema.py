"""The index file: one SQLite database per folder of notes, which can always be built again."""

# Every name by which a note is looked up is a row of `entry`, with the kind of the name as its
# first letter, so that a call's look-ups are searches in one B-tree.

from __future__ import annotations

import contextlib
import os
import sqlite3
from typing import TYPE_CHECKING

from host.bare import make_folder
from host.files import FILE_MODE
from slices.recall.limits import INDEX_BUSY_MILLISECONDS

if TYPE_CHECKING:
    from collections.abc import Iterator

VERSION = 1
_SCHEMA = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS folder (stamp TEXT NOT NULL, behind INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS note (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, stamp TEXT NOT NULL,
    value TEXT, problems TEXT
);
CREATE INDEX IF NOT EXISTS bad ON note (id) WHERE problems IS NOT NULL;
CREATE TABLE IF NOT EXISTS entry (
    text TEXT NOT NULL, note INTEGER NOT NULL, anchor INTEGER NOT NULL, lasting INTEGER NOT NULL,
    PRIMARY KEY (text, note, anchor)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS by_note ON entry (note);
PRAGMA user_version = {VERSION};
COMMIT;
"""


class BadIndex(Exception):  # noqa: N818  it names the file, as the message does
    """The index file cannot serve; what it holds is in the notes too."""


def file_of(state_folder: str, notes_folder: str) -> str:
    """Return the index file of a folder of notes, the same through every link to the folder."""
    import hashlib

    real = os.path.realpath(notes_folder)
    name = hashlib.sha256(os.fsencode(real)).hexdigest()[:32]
    return f"{state_folder}/recall/{name}.db"


def connect(file: str) -> sqlite3.Connection:
    """Open the index file, making it where it is missing, corrupt or of another version.

    Raises `sqlite3.Error` or `OSError` where that cannot be done.
    """
    make_folder(file.rpartition("/")[0])
    # SQLite would make the file readable for everybody.
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, FILE_MODE))
    try:
        return _open(file)
    except (BadIndex, sqlite3.DatabaseError) as error:
        if not isinstance(error, BadIndex) and not is_corrupt(error):
            raise
        discard(file)
        return _open(file)


def in_memory() -> sqlite3.Connection:
    """Return an index that lasts as long as its connection."""
    return _prepared(sqlite3.connect(":memory:", isolation_level=None))


def discard(file: str) -> None:
    """Remove an index file that is no use any more."""
    for suffix in ("-journal", ""):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(file + suffix)  # noqa: PTH108  no Path on the hot path


def is_corrupt(error: BaseException) -> bool:
    """Whether SQLite says that the file is damaged, no database, or without its tables."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}


def is_busy(error: BaseException) -> bool:
    """Whether another process holds the file."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Run the block as one transaction that writes."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):  # the first error is the one that tells
            connection.rollback()
        raise


def _open(file: str) -> sqlite3.Connection:
    seconds = INDEX_BUSY_MILLISECONDS / 1000
    return _prepared(sqlite3.connect(file, timeout=seconds, isolation_level=None))


def _prepared(connection: sqlite3.Connection) -> sqlite3.Connection:
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        _migrate(connection, version)
    except BaseException:
        connection.close()
        raise
    return connection


def _migrate(connection: sqlite3.Connection, version: int) -> None:
    if version == 0:
        connection.executescript(_SCHEMA)
    elif version != VERSION:
        message = f"schema {version}, not {VERSION}"
        raise BadIndex(message)
