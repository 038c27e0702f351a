"""Keeps what the hook entry watches for in step with the notes of each folder in reach."""

from __future__ import annotations

import os
import re
import time
from itertools import islice
from typing import TYPE_CHECKING

from host import paths, watches
from host.hook import FolderWatch
from slices.recall import globs
from slices.recall.folders import NOTES, NoteFolder, NoteFolders, find
from slices.recall.limits import LOOKED_AT_MAX, NOTE_FILES_STAMPED_MAX, RACY_MILLISECONDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host.hook import Host
    from slices.recall.index import Index
    from slices.recall.note import Anchor
    from slices.recall.shelf import Shelf

    Sources = tuple[tuple[str, watches.Stamp | None], ...]

NAME = "recall"
_EVERY = 1_000_000  # more than a folder's notes can have
_ITSELF = ".tidegate"
"""A call that holds this may change the notes."""


def declared(rules: str = watches.RULES) -> tuple[str, ...]:
    """Return the folders of a hook: the project's notes, the person's own, the client's rules."""
    own = (NOTES, f"{paths.config_folder()}/notes")
    return (*own, rules) if rules else own


def refresh(cwd: str, host: Host) -> None:
    """Write the watch of each folder in reach whose watch is missing or stale.

    A folder that changed a moment ago is left stale: another change within the same tick of its
    clock could hide behind the first. So is one whose notes are not all read yet. Raises
    `StateError`.
    """
    for path in watches.in_reach(declared(host.rules_folder()), cwd):
        if not watches.is_fresh(paths.state_folder(), NAME, path):
            _refresh(path, cwd, host)


def looked_at(index: Index) -> tuple[str, ...]:
    """Return the anchored files of an index whose state is looked at after a call."""
    return tuple(path for shelf in index.shelves for path in _files(shelf))[:LOOKED_AT_MAX]


def _refresh(path: str, cwd: str, host: Host) -> None:
    sources = _sources(path)
    if _is_racy(sources):
        return
    from slices.recall.index import open_index

    with open_index(_only(path, cwd, host), paths.state_folder()) as index:
        shelves = [shelf for shelf in index.shelves if shelf.folder.path == path]
        if not index.behind:
            host.store.watch_folder(_watch(path, shelves, sources, host))


def _only(path: str, cwd: str, host: Host) -> NoteFolders:
    """Return the folders that hold the one at `path`; rules that are off hold nothing."""
    mine = find(cwd).mine
    rules = host.rules_folder()
    for name in (NOTES, rules):
        root = path.removesuffix(f"/{name}") if name else path
        if root == path:
            continue
        folder = NoteFolder(path, root or "/", rules=name == rules)
        return NoteFolders(folder if name == NOTES or host.options.rules else None, mine)
    return NoteFolders(None, mine)


def _watch(path: str, shelves: list[Shelf], sources: Sources, host: Host) -> FolderWatch:
    names: set[str] = set()
    pieces = {watches.EVERYTHING} if host.options.folder_operands else {_ITSELF}
    for shelf in shelves:
        pieces |= {_piece(hit.anchor) for hit in shelf.between("g:", "g;", _EVERY)}
        names |= {_last(text) for kind in ("n", "p") for text in shelf.texts(kind, _EVERY)}
    files = tuple(file for shelf in shelves for file in _files(shelf))
    return FolderWatch(path, sources, tuple(names), tuple(pieces), files)


def _last(path: str) -> str:
    return path.rstrip("/").rpartition("/")[2]


def _piece(anchor: Anchor) -> str:
    """Return a text that stands in every call that names a file of the glob.

    That is the longest literal part of its last name; where it has none, the last literal folder,
    which then stands in the call or in its folder; else every call is meant.
    """
    *above, last = anchor.path.split("/")
    literal = "".join(globs.fixed(last)) if globs.is_glob(last) else globs.literal(last)
    if literal:
        return max(_literal_parts(last), key=len)
    folders = [globs.literal(name) for name in above if name and not globs.is_glob(name)]
    return folders[-1] if folders else watches.EVERYTHING


def _literal_parts(name: str) -> list[str]:
    return re.split(r"[*?\\]+", name)


def _files(shelf: Shelf) -> tuple[str, ...]:
    return tuple(shelf.texts("p", LOOKED_AT_MAX))


def _sources(path: str) -> Sources:
    """Return the stamps of all that decides the watch, taken before any of it is read."""
    named = [paths.PLUGIN_FILE, paths.config_file(), path, *_note_files(path)]
    return tuple((one, watches.stamp(one)) for one in named)


def _note_files(path: str) -> Iterator[str]:
    from slices.recall.notefile import SUFFIX

    try:
        with os.scandir(path) as listing:
            files = (entry.path for entry in listing if entry.name.endswith(SUFFIX))
            yield from islice(files, NOTE_FILES_STAMPED_MAX)
    except OSError:
        return


def _is_racy(sources: Sources) -> bool:
    latest = time.time_ns() - RACY_MILLISECONDS * 1_000_000
    return any(then is not None and then[0] > latest for _, then in sources)
