"""Finds the notes of a file: indexed look-ups whose cost does not grow with the number of notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from host.errors import Problem
    from slices.recall.folders import NoteFolder, NoteFolders
    from slices.recall.identity import Key
    from slices.recall.note import Anchor, Note

How = Literal["path", "link", "glob", "pattern", "name"]


@frozen
class Match:
    """A note that counts for a file, and how: by its path, a link, a glob.

    `subject` is what was looked up (a key's text, a path, a pattern or a name). `rank` orders
    matches by how exact they are, lowest first.
    """

    note: Note
    anchor: Anchor
    how: How
    subject: str
    rank: int


class Index:
    """The notes of some folders, for one call. Close it, or use it as a context manager."""

    def exact(self, keys: Iterable[Key]) -> tuple[Match, ...]:
        """Return the notes anchored at a file, named by `identity.keys` or `remote_key`."""
        raise NotImplementedError

    def globs(self, path: str, host: str | None = None) -> tuple[Match, ...]:
        """Return the notes with a glob anchor that matches an absolute path."""
        raise NotImplementedError

    def matching_pattern(self, pattern: str, host: str | None = None) -> tuple[Match, ...]:
        """Return the notes with an anchor that an absolute shell pattern matches."""
        raise NotImplementedError

    def by_basename(self, names: Iterable[str]) -> tuple[Match, ...]:
        """Return the notes with an anchor whose last name is one of these."""
        raise NotImplementedError

    def anchors(self, folder: NoteFolder) -> Iterator[Anchor]:
        """Yield every anchor of the notes in a folder that count today, newest notes first."""
        raise NotImplementedError

    def problems(self) -> tuple[Problem, ...]:
        """Return what is wrong with notes or with the index itself."""
        raise NotImplementedError


def open_index(folders: NoteFolders, state_folder: str) -> Index:
    """Return the index of the folders, brought up to date first. Never raises for a note's sake."""
    raise NotImplementedError
