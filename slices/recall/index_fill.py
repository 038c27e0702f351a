"""Brings a folder's index up to date with its note files."""

# What is noticed, and when. A folder whose stamp (times, inode) has changed, or changed so lately
# that its clock could hide another change, is listed again, and every file whose stamp differs is
# read: a note that was added, removed or replaced as a whole, as the command line, git and most
# editors do it, counts from the next call. A file written in place leaves the folder's stamp
# alone: up to `FILES_CHECKED_PER_CALL_MAX` files are looked at per call, in a larger folder in
# turns, and a note that a look-up found is looked at always. Where an anchor's links lead is
# looked up when its note is read, and again by a thorough refresh. A call reads
# `NOTES_READ_PER_CALL_MAX` changed files at most; the calls after it read the rest, and the index
# says how many it is behind.

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from host.files import read_bounded
from slices.recall import entries, notefile, rows, rules
from slices.recall.index_schema import transaction
from slices.recall.limits import (
    FILES_CHECKED_PER_CALL_MAX,
    NOTE_FILE_MAX_BYTES,
    NOTES_PER_FOLDER_MAX,
    NOTES_READ_PER_CALL_MAX,
    RACY_MILLISECONDS,
)
from slices.recall.problems import Wrong

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping

    from host.errors import Problem
    from slices.recall.folders import NoteFolder
    from slices.recall.note import Note

README = "README.md"
"""A page about the notes that may lie beside them."""

_RACY = "?"
_GONE = ""
_BATCH = 1_000  # notes per transaction, so that a call that is killed keeps what it read


def refresh(
    connection: sqlite3.Connection, folder: NoteFolder, *, thorough: bool, whole: bool = False
) -> int:
    """Bring the index up to date and return how many changed notes are still to be read.

    A `thorough` refresh looks at every file, a `whole` one also reads all that changed. Raises
    `sqlite3.Error`.
    """
    stamp = _stamp_of(folder.path)
    row = connection.execute("SELECT stamp, behind FROM folder").fetchone() or (_GONE, 0)
    if stamp == row[0] and not row[1] and not thorough and not stamp.endswith(_RACY):
        update(connection, folder, _edited(connection, folder))
        return 0
    present = _listed(folder.path) if stamp != _GONE else {}
    changed, unsure = _changed(connection, present)
    if thorough:
        unsure = [*dict.fromkeys((*unsure, *_through_links(connection, present)))]
    most = len(changed) + len(unsure) if whole else NOTES_READ_PER_CALL_MAX
    later = changed[most:]
    update(connection, folder, [*changed, *unsure][:most])
    if (stamp, len(later)) != row:
        with transaction(connection):
            connection.execute("DELETE FROM folder")
            connection.execute("INSERT INTO folder VALUES (?, ?)", (stamp, len(later)))
    return len(later)


def update(connection: sqlite3.Connection, folder: NoteFolder, names: Iterable[str]) -> None:
    """Read the named files again and replace what the index has of them."""
    waiting = list(names)
    for start in range(0, len(waiting), _BATCH):
        read = [(name, *read_note(folder, name)) for name in waiting[start : start + _BATCH]]
        with transaction(connection):
            for name, stamp, note, problems in read:
                _replace(connection, name, stamp, note, problems)


def read_note(folder: NoteFolder, name: str) -> tuple[str, Note | None, tuple[Problem, ...]]:
    """Return a file's stamp, "" where there is none, its note and what is wrong with it."""
    path = f"{folder.path}/{name}"
    if (stamp := _stamp_of(path)) == _GONE:
        return _GONE, None, ()
    # A link in somebody else's project could point at any file of the person's.
    if not folder.mine and os.path.islink(path):  # noqa: PTH114  no Path on the hot path
        return stamp, None, (Wrong("a plain file", "a link").in_file(path),)
    try:
        data = read_bounded(path, NOTE_FILE_MAX_BYTES)
    except OSError as error:
        got = (error.strerror or type(error).__name__).lower()
        return stamp, None, (Wrong("a file that can be read", got).in_file(path),)
    if data is None:
        return stamp, None, (Wrong(f"at most {NOTE_FILE_MAX_BYTES} bytes", "more").in_file(path),)
    read = rules.read if folder.rules else notefile.read
    return (stamp, *read(data, folder, name))


def is_current(folder: NoteFolder, name: str, stamp: str) -> bool:
    """Whether a file still is the one that was read."""
    return _stamp_of(f"{folder.path}/{name}").rstrip(_RACY) == stamp.rstrip(_RACY)


def _stamp_of(path: str) -> str:
    """Return what tells one state of a file or folder from another, "" where there is none."""
    try:
        at = os.stat(path)  # noqa: PTH116  as above
    except (OSError, ValueError):
        return _GONE
    return _stamp(at)


def _stamp(at: os.stat_result) -> str:
    latest = max(at.st_mtime_ns, at.st_ctime_ns)
    racy = _RACY if latest > time.time_ns() - RACY_MILLISECONDS * 1_000_000 else ""
    return f"{at.st_mtime_ns}:{at.st_ctime_ns}:{at.st_size}:{at.st_ino}{racy}"


def _listed(folder: str) -> dict[str, str]:
    """Return the note files of a folder with their stamps."""
    found: dict[str, str] = {}
    with os.scandir(folder) as listing:
        for entry in listing:
            if entry.name.endswith(notefile.SUFFIX) and not entry.name.startswith((".", README)):
                found[entry.name] = _stamp_of(entry.path)
            if len(found) > NOTES_PER_FOLDER_MAX:
                break
    return found


def _changed(
    connection: sqlite3.Connection, present: Mapping[str, str]
) -> tuple[list[str], list[str]]:
    """Return the files that changed, and those whose clock could hide a change."""
    known = dict(connection.execute("SELECT name, stamp FROM note").fetchall())
    gone = [name for name in known if name not in present]
    other = [name for name, stamp in present.items() if stamp != known.get(name)]
    racy = [name for name, s in present.items() if s.endswith(_RACY) and s == known.get(name)]
    return [*gone, *other], racy


def _through_links(connection: sqlite3.Connection, present: Mapping[str, str]) -> list[str]:
    """Return the files with anchors that a link leads through, which may lead elsewhere now."""
    query = (
        "SELECT DISTINCT name FROM note JOIN entry ON entry.note = note.id"
        " WHERE NOT lasting AND text >= 'p:' AND text < 'p;' LIMIT ?"
    )
    rows = connection.execute(query, (NOTES_READ_PER_CALL_MAX,)).fetchall()
    return [name for (name,) in rows if name in present]


def _edited(connection: sqlite3.Connection, folder: NoteFolder) -> list[str]:
    """Return the files, of those whose turn it is, that were written in place."""
    last = connection.execute("SELECT max(id) FROM note").fetchone()[0] or 0
    turns = -(-last // FILES_CHECKED_PER_CALL_MAX)
    first = 1 if turns <= 1 else FILES_CHECKED_PER_CALL_MAX * (time.time_ns() // 1_000 % turns)
    query = "SELECT name, stamp FROM note WHERE id >= ? ORDER BY id LIMIT ?"
    rows = connection.execute(query, (first, FILES_CHECKED_PER_CALL_MAX)).fetchall()
    return [name for name, stamp in rows if _stamp_of(f"{folder.path}/{name}") != stamp]


def _replace(
    connection: sqlite3.Connection,
    name: str,
    stamp: str,
    note: Note | None,
    problems: tuple[Problem, ...],
) -> None:
    row = connection.execute("SELECT id FROM note WHERE name = ?", (name,)).fetchone()
    if row:
        connection.execute("DELETE FROM entry WHERE note = ?", row)
        connection.execute("DELETE FROM note WHERE id = ?", row)
    if stamp == _GONE:
        return
    values = (name, stamp, note and rows.to_json(note), rows.problems_to_json(problems))
    insert = "INSERT INTO note (id, name, stamp, value, problems) VALUES (?, ?, ?, ?, ?)"
    number = connection.execute(insert, (row[0] if row else None, *values)).lastrowid
    if note is None or note.retired is not None:
        return
    named = [
        (text, number, index, lasting)
        for index, anchor in enumerate(note.anchors)
        for text, lasting in entries.of(anchor)
    ]
    # The first of two equal names is the one that lasts.
    connection.executemany("INSERT OR IGNORE INTO entry VALUES (?, ?, ?, ?)", named)
