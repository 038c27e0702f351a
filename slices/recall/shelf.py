"""One folder's notes with their index: what a look-up found is checked against the file itself."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from typing import TYPE_CHECKING, TypeVar

import attrs
from attrs import frozen

from slices.recall import index_fill, index_schema, problems, rows
from slices.recall.limits import MATCHES_PER_LOOKUP_MAX, NOTES_PER_FOLDER_MAX, PROBLEMS_LISTED_MAX

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from host.errors import Problem
    from slices.recall.folders import NoteFolder
    from slices.recall.note import Anchor, Note

_CHUNK = 500  # names per query, below the fewest that an SQLite takes
_COLUMNS = "entry.text, entry.anchor, entry.lasting, note.name, note.stamp, note.value"
_FROM = f"SELECT {_COLUMNS} FROM entry JOIN note ON note.id = entry.note WHERE"  # noqa: S608  constants

_T = TypeVar("_T")
_Row = tuple[str, int, int, str, str, str]


@frozen
class Hit:
    """An entry that was found: the note, its anchor, and the name it was found by."""

    note: Note
    anchor: Anchor
    text: str
    lasting: bool


@attrs.define
class Shelf:
    """A folder's index, open for one call; `wrong` is what went wrong with the index itself."""

    folder: NoteFolder
    file: str
    connection: sqlite3.Connection
    behind: int = 0
    wrong: dict[Problem, None] = attrs.field(factory=dict)

    def named(self, texts: Iterable[str], most: int = MATCHES_PER_LOOKUP_MAX) -> list[Hit]:
        """Return what stands under one of the names."""
        wanted = list(texts)

        def find() -> list[_Row]:
            found: list[_Row] = []
            for start in range(0, len(wanted), _CHUNK):
                part = wanted[start : start + _CHUNK]
                where = f"entry.text IN ({','.join('?' * len(part))}) LIMIT ?"
                left = most + 1 - len(found)
                found += self.connection.execute(f"{_FROM} {where}", (*part, left)).fetchall()
            return found

        return self._checked(find, most)

    def between(self, first: str, past: str, most: int) -> list[Hit]:
        """Return what stands under the names from `first` up to but not `past`."""

        def find() -> list[_Row]:
            where = "entry.text >= ? AND entry.text < ? LIMIT ?"
            return self.connection.execute(f"{_FROM} {where}", (first, past, most + 1)).fetchall()

        return self._checked(find, most)

    def texts(self, kind: str, most: int) -> list[str]:
        """Return the different names of a kind, without the kind."""
        query = "SELECT DISTINCT text FROM entry WHERE text >= ? AND text < ? LIMIT ?"
        values = (f"{kind}:", f"{kind};", most)
        found = self._mended(lambda: self.connection.execute(query, values).fetchall())
        return [text[len(kind) + 1 :] for (text,) in found]

    def notes(self) -> list[Note]:
        """Return every note that can be read, by id."""
        query = "SELECT name, value FROM note WHERE value IS NOT NULL ORDER BY name"
        return self._mended(
            lambda: [
                rows.from_json(value, self.folder, name)
                for name, value in self.connection.execute(query).fetchall()
            ]
        )

    def problems(self) -> list[Problem]:
        """Return what is wrong with notes, and with the index."""
        query = "SELECT name, problems FROM note WHERE problems IS NOT NULL ORDER BY id LIMIT ?"
        values = (PROBLEMS_LISTED_MAX,)
        told = self._mended(
            lambda: [
                problem
                for name, kept in self.connection.execute(query, values).fetchall()
                for problem in rows.problems_from_json(kept, f"{self.folder.path}/{name}")
            ]
        )
        return [*self.wrong, *self._behind(), *self._too_large(), *told]

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    def refresh(self, *, thorough: bool = False, whole: bool = False) -> None:
        """Bring the index up to date; what is in the way of that becomes a problem."""
        self.behind = self._mended(lambda: self._fill(thorough=thorough, whole=whole))

    def _fill(self, *, thorough: bool, whole: bool) -> int:
        try:
            return index_fill.refresh(self.connection, self.folder, thorough=thorough, whole=whole)
        except sqlite3.OperationalError as error:
            if not index_schema.is_busy(error):
                raise
        return self.behind  # another process is at it, and its work counts from the next call

    def _checked(self, find: Callable[[], list[_Row]], most: int) -> list[Hit]:
        found, hits = self._mended(lambda: self._read(find))
        stale = {row[3] for row in found if not index_fill.is_current(self.folder, row[3], row[4])}
        if stale:
            self._mended(lambda: index_fill.update(self.connection, self.folder, sorted(stale)))
            found, hits = self._mended(lambda: self._read(find))
        if len(found) > most:
            self.wrong[problems.too_many(self.folder.path, most)] = None
        return hits[:most]

    def _read(self, find: Callable[[], list[_Row]]) -> tuple[list[_Row], list[Hit]]:
        found = find()
        return found, [hit for row in found for hit in self._hit(row)]

    def _hit(self, row: _Row) -> list[Hit]:
        text, index, lasting, name, _, value = row
        note = rows.from_json(value, self.folder, name)
        return [
            Hit(note, anchor, text, bool(lasting)) for anchor in note.anchors[index : index + 1]
        ]

    def _behind(self) -> list[Problem]:
        return [problems.behind(self.folder.path, self.behind)] if self.behind else []

    def _too_large(self) -> list[Problem]:
        query = "SELECT count(*) FROM note"
        count = self._mended(lambda: self.connection.execute(query).fetchone()[0])
        most = NOTES_PER_FOLDER_MAX
        return [problems.too_large(self.folder.path, most)] if count > most else []

    def _mended(self, act: Callable[[], _T]) -> _T:
        """Do it; a corrupt index is built again, one that cannot be written is left for memory."""
        try:
            return act()
        except sqlite3.DatabaseError as error:
            if index_schema.is_corrupt(error):
                self._rebuild()
            else:
                self._leave(error)
        except (ValueError, LookupError, TypeError):  # a row holds what was never written there
            self._rebuild()
        return act()

    def _rebuild(self) -> None:
        self.close()
        index_schema.discard(self.file)
        try:
            self.connection = index_schema.connect(self.file)
        except (sqlite3.Error, OSError) as error:
            self.connection = index_schema.in_memory()
            self.wrong[problems.no_index(self.file, error)] = None
        self.behind = index_fill.refresh(self.connection, self.folder, thorough=False)

    def _leave(self, error: sqlite3.DatabaseError) -> None:
        """Go on with a copy in memory, which holds what the file holds and takes what is new."""
        self.wrong[problems.no_index(self.file, error)] = None
        copy = index_schema.in_memory()
        with contextlib.suppress(sqlite3.Error):
            self.connection.backup(copy)
        self.close()
        self.connection = copy
        with contextlib.suppress(sqlite3.Error):
            self.behind = index_fill.refresh(copy, self.folder, thorough=False)


def open_shelf(folder: NoteFolder, state_folder: str) -> Shelf | None:
    """Return the folder's notes with an index that is up to date, None where there are no notes."""
    file = index_schema.file_of(state_folder, folder.path)
    if not os.path.isdir(folder.path):  # noqa: PTH112  no Path on the hot path
        with contextlib.suppress(OSError):
            index_schema.discard(file)
        return None
    try:
        shelf = Shelf(folder, file, index_schema.connect(file))
    except (sqlite3.Error, OSError) as error:
        shelf = Shelf(folder, file, index_schema.in_memory())
        shelf.wrong[problems.no_index(file, error)] = None
    return shelf
