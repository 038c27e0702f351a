"""Finds the notes of a file: indexed look-ups whose cost does not grow with the number of notes."""

from __future__ import annotations

import os
from datetime import date, datetime
from typing import TYPE_CHECKING, Literal, Self

import attrs
from attrs import frozen

from slices.recall import entries, globs, identity, problems, shellglob
from slices.recall.limits import GLOBS_TESTED_PER_PATH_MAX, PATTERN_ANCHORS_MAX
from slices.recall.shelf import Shelf, open_shelf

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import TracebackType

    from host.errors import Problem
    from slices.recall.folders import NoteFolder, NoteFolders
    from slices.recall.identity import Key
    from slices.recall.note import Anchor, Note
    from slices.recall.shelf import Hit

How = Literal["path", "link", "glob", "pattern", "name"]
_RANKS: dict[How, int] = {"path": 0, "link": 1, "glob": 10_000, "pattern": 20_000, "name": 30_000}


@frozen
class Match:
    """A note that counts for a file, and how: by its path, a link, a glob.

    `subject` is what was looked up: a file as spelt, a pattern or a name. `rank` orders matches by
    how exact they are, lowest first; among globs the one with more literal text is lower.
    """

    note: Note
    anchor: Anchor
    how: How
    subject: str
    rank: int


@attrs.define
class Index:
    """The notes of some folders, open for one call; a context manager that closes it.

    Retired and expired notes are never matched. Every matched note's own file was looked at, so
    that its text is the one that stands in the file now.
    """

    shelves: tuple[Shelf, ...]
    today: date
    _wrong: tuple[Problem, ...] = ()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the index files."""
        for shelf in self.shelves:
            shelf.close()

    def exact(self, keys: Iterable[Key]) -> tuple[Match, ...]:
        """Return the notes anchored at files, named by `identity.keys` or `remote_key`."""
        wanted = {key.text: key for key in keys}
        return self._matches(
            _match(hit, "path" if hit.lasting else "link", wanted[hit.text].path)
            for shelf in self.shelves
            for hit in shelf.named(wanted)
            if hit.lasting or identity.is_same(hit.anchor.path, wanted[hit.text].path)
        )

    def globs(self, path: str, host: str | None = None) -> tuple[Match, ...]:
        """Return the notes with a glob anchor that matches an absolute path."""
        spelt = identity.normal(path, "linux" if host is not None else identity.PLATFORM)
        paths = (spelt,) if host is not None else identity.spellings(spelt)
        name = identity.host_name(host or "")
        texts = dict.fromkeys(t for one in paths for t in entries.globs_above(one, name))
        return self._matches(
            _match(hit, "glob", path, len(globs.fixed(hit.anchor.path)))
            for shelf in self.shelves
            for hit in shelf.named(texts, GLOBS_TESTED_PER_PATH_MAX)
            if _matches_any(entries.rebased(hit.anchor.path, host), paths, host)
        )

    def matching_pattern(self, pattern: str, host: str | None = None) -> tuple[Match, ...]:
        """Return the notes with an anchor that an absolute shell pattern matches.

        The pattern is bash's without options: `*`, `?` and `[…]` stay inside a folder and do not
        match a leading dot. Whether the file is there is not looked at. Glob anchors count where
        the pattern names a file that is there and that they match too.
        """
        name = identity.host_name(host or "")
        spelt = shellglob.rebased(pattern, host)
        found = [
            _match(hit, "pattern", pattern)
            for one in spelt
            for shelf in self.shelves
            for hit in _below(shelf, one, name)
            if shellglob.matches(one, path := entries.place(hit.anchor, hit.text))
            and (hit.lasting or identity.is_same(path, hit.anchor.path))
        ]
        if host is None and self.has_globs:
            found += (m for path in shellglob.files(pattern) for m in self.globs(path))
        return self._matches(found)

    def named_in(self, text: str) -> tuple[Match, ...]:
        """Return the notes whose anchor's last name stands in a text, as words of it."""
        plain = identity.folded(text)
        return self._matches(
            _match(hit, "name", _last_name(hit.anchor))
            for shelf in self.shelves
            for hit in shelf.named(entries.words_of(text))
            if identity.folded(_last_name(hit.anchor)) in plain
        )

    def names(self, most: int) -> tuple[str, ...]:
        """Return up to `most` different last names of anchors that are no globs."""
        found = (name for shelf in self.shelves for name in shelf.texts("n", most))
        return tuple(dict.fromkeys(found))[:most]

    @property
    def has_globs(self) -> bool:
        """Whether any anchor is a glob."""
        return any(shelf.texts("g", 1) for shelf in self.shelves)

    @property
    def behind(self) -> int:
        """How many changed notes are still to be read, so that they do not count yet."""
        return sum(shelf.behind for shelf in self.shelves)

    def notes(self) -> tuple[Note, ...]:
        """Return every note that can be read, retired and expired ones too."""
        return tuple(note for shelf in self.shelves for note in shelf.notes())

    def problems(self) -> tuple[Problem, ...]:
        """Return what is wrong with notes or with the index itself."""
        return (*self._wrong, *(p for shelf in self.shelves for p in shelf.problems()))

    def _matches(self, found: Iterable[Match]) -> tuple[Match, ...]:
        """Return the matches that count today, the most exact of each note, in order."""
        best: dict[str, Match] = {}
        for match in sorted(found, key=lambda m: (m.rank, m.note.source)):
            if match.note.counts_on(self.today):
                best.setdefault(match.note.source, match)
        return tuple(best.values())


def open_index(
    folders: NoteFolders,
    state_folder: str,
    *,
    thorough: bool = False,
    whole: bool = False,
    today: date | None = None,
) -> Index:
    """Return the index of the folders, brought up to date first.

    Nothing about a note or about the index file raises: it becomes a problem, and the other notes
    count. A `thorough` opening looks at every note file, for the start of a session; a `whole` one
    also reads every change, however many there are. `slices/recall/index_fill.py` says what the
    usual one notices.
    """
    wrong: list[Problem] = []
    shelves = tuple(_opened(folders.all, state_folder, wrong))
    for shelf in shelves:
        shelf.refresh(thorough=thorough or whole, whole=whole)
    return Index(shelves, today or datetime.now().astimezone().date(), tuple(wrong))


def _opened(
    folders: Iterable[NoteFolder], state_folder: str, wrong: list[Problem]
) -> Iterator[Shelf]:
    for folder in folders:
        if folder.root is not None and _leads_out(folder.path, folder.root):
            wrong.append(problems.outside(folder.path, folder.root))
        elif shelf := open_shelf(folder, state_folder):
            yield shelf


def _below(shelf: Shelf, pattern: str, host: str) -> list[Hit]:
    """Return the anchors in the folders that a pattern can reach."""
    folder, depth = shellglob.bucket(pattern)
    first = entries.in_folder(folder, host)
    if depth == 1:
        return shelf.named([first], PATTERN_ANCHORS_MAX)
    return shelf.between(f"{first}/", f"{first}0", PATTERN_ANCHORS_MAX)  # "0" follows "/"


def _match(hit: Hit, how: How, subject: str, literal: int = 0) -> Match:
    return Match(hit.note, hit.anchor, how, subject, _RANKS[how] - literal)


def _leads_out(folder: str, root: str) -> bool:
    real = os.path.realpath(root).rstrip(os.sep)
    return not os.path.realpath(folder).startswith(f"{real}{os.sep}")


def _matches_any(patterns: Iterable[str], paths: Iterable[str], host: str | None) -> bool:
    fold = identity.folded if host is None else str
    known = [fold(path) for path in paths]
    return any(globs.matches(fold(pattern), path) for pattern in patterns for path in known)


def _last_name(anchor: Anchor) -> str:
    return anchor.path.rpartition("/")[2]
