"""A slice's own corner of the state file, bounded in rows, age and size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from host import watches
from host.bare import read_file, write_file
from host.errors import StateError
from host.limits import (
    STORE_AGE_MAX_DAYS,
    STORE_ROWS_MAX,
    STORE_VALUE_MAX_BYTES,
    WATCH_FILE_MAX_BYTES,
    WATCH_TEXTS_MAX,
)

if TYPE_CHECKING:
    import sqlite3

    from host.hook import FolderWatch
    from host.state import State

_DAY_SECONDS = 24 * 60 * 60
EVERYTHING = ("*",)
"""What a watch file holds where a slice must be asked about every call."""


@frozen
class SliceStore:
    """The store of one slice; see `host.hook.Store`."""

    state: State
    name: str

    def get(self, key: str) -> str | None:
        """Return the value kept under `key`, or None; raises `StateError`."""
        if not self.state.exists():
            return None
        with self.state.reading() as connection:
            query = "SELECT value FROM store WHERE slice = ? AND key = ? AND at >= ?"
            row = connection.execute(query, (self.name, _bytes(key), self._oldest())).fetchone()
        return None if row is None else _text(row[0])

    def put(self, key: str, value: str) -> None:
        """Keep `value` under `key`, out of this process before this returns; raises `StateError`.

        A value of more than `STORE_VALUE_MAX_BYTES` is a `ValueError`. Past `STORE_ROWS_MAX` the
        slice's oldest rows go.
        """
        data = _checked(value)
        with self.state.transaction() as connection:
            row = (self.name, _bytes(key), data, self.state.now())
            connection.execute("INSERT OR REPLACE INTO store VALUES (?, ?, ?, ?)", row)
            self._forget_old(connection)
            self._forget_surplus(connection)

    def claim(self, key: str, value: str) -> bool:
        """Keep `value` under `key` where nothing is kept; of several processes one gets True.

        What is kept for longer than `STORE_AGE_MAX_DAYS` is nothing. Raises as `put` does.
        """
        with self.state.transaction() as connection:
            self._forget_old(connection)
            row = (self.name, _bytes(key), _checked(value), self.state.now())
            done = connection.execute("INSERT OR IGNORE INTO store VALUES (?, ?, ?, ?)", row)
            self._forget_surplus(connection)
        return done.rowcount == 1

    def swap(self, key: str, old: str, new: str) -> bool:
        """Keep `new` where `old` is kept now; of several processes one gets True.

        Raises as `put` does.
        """
        with self.state.transaction() as connection:
            query = "UPDATE store SET value = ?, at = ? WHERE slice = ? AND key = ? AND value = ?"
            row = (_checked(new), self.state.now(), self.name, _bytes(key), _bytes(old))
            done = connection.execute(query, row)
        return done.rowcount == 1

    def list(self, prefix: str) -> tuple[str, ...]:
        """Return the values whose keys begin with `prefix`, oldest first; raises `StateError`."""
        if not self.state.exists():
            return ()
        start = _bytes(prefix)
        with self.state.reading() as connection:
            query = (
                "SELECT value FROM store WHERE slice = ? AND substr(key, 1, ?) = ?"
                " ORDER BY at, rowid"
            )
            rows = connection.execute(query, (self.name, len(start), start)).fetchall()
        return tuple(_text(row[0]) for row in rows)

    def delete(self, prefix: str) -> None:
        """Forget every key that begins with `prefix`; raises `StateError`."""
        if not self.state.exists():
            return
        start = _bytes(prefix)
        with self.state.transaction() as connection:
            query = "DELETE FROM store WHERE slice = ? AND substr(key, 1, ?) = ?"
            connection.execute(query, (self.name, len(start), start))

    def watch(self, texts: tuple[str, ...]) -> None:
        """Say which texts wake this slice's watched hooks; raises `StateError`.

        Past `WATCH_TEXTS_MAX` texts or `WATCH_FILE_MAX_BYTES` it is asked about every call.
        """
        import json

        data = json.dumps(texts).encode()
        if len(texts) > WATCH_TEXTS_MAX or len(data) > WATCH_FILE_MAX_BYTES:
            data = json.dumps(EVERYTHING).encode()
        file = f"{self.state.folder}/watch/{self.name}"
        if read_file(file, WATCH_FILE_MAX_BYTES) == data:
            return  # what is answered waits for this, and a write may wait for the disk
        try:
            write_file(file, data)
        except OSError as error:
            mend = "Make the file and its folder writable for you, with room on the disk."
            raise StateError(file, error.strerror or "cannot be written", mend) from error

    def watch_folder(self, watched: FolderWatch) -> None:
        """Say what wakes this slice for the data of one folder; raises `StateError`."""
        file = f"{self.state.folder}/watch/{watches.file_name(self.name, watched.folder)}"
        try:
            write_file(file, watches.packed(watched))
        except OSError as error:
            mend = "Make the file and its folder writable for you, with room on the disk."
            raise StateError(file, error.strerror or "cannot be written", mend) from error

    def _forget_old(self, connection: sqlite3.Connection) -> None:
        old = "DELETE FROM store WHERE slice = ? AND at < ?"
        connection.execute(old, (self.name, self._oldest()))

    def _forget_surplus(self, connection: sqlite3.Connection) -> None:
        surplus = (
            "DELETE FROM store WHERE rowid IN (SELECT rowid FROM store WHERE slice = ?"
            " ORDER BY at DESC, rowid DESC LIMIT -1 OFFSET ?)"
        )
        connection.execute(surplus, (self.name, STORE_ROWS_MAX))

    def _oldest(self) -> float:
        return self.state.now() - STORE_AGE_MAX_DAYS * _DAY_SECONDS


def _checked(value: str) -> bytes:
    if len(data := _bytes(value)) > STORE_VALUE_MAX_BYTES:
        message = f"a value of {len(data)} bytes is more than {STORE_VALUE_MAX_BYTES}"
        raise ValueError(message)
    return data


def _bytes(text: str) -> bytes:
    """Encode any text that JSON can hold, lone surrogates too; a BLOB keeps a NUL as it is."""
    return text.encode("utf-8", "surrogatepass")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")
