"""Where notes lie: the project's folder, found from the session's, and the person's own."""

from __future__ import annotations

import os

from attrs import frozen

from host import paths
from slices.recall import identity
from slices.recall.limits import PARENTS_MAX

NOTES = ".tidegate/notes"
_MARKS = (".tidegate", ".git")


@frozen
class NoteFolder:
    """A folder of note files, or of `rules`.

    `root` is what relative anchors are seen from, None for none.
    """

    path: str
    root: str | None = None
    rules: bool = False

    @property
    def mine(self) -> bool:
        """Whether it is the person's own."""
        return self.root is None


@frozen
class NoteFolders:
    """The folders that hold for one session; outside any project there is only the person's."""

    project: NoteFolder | None
    mine: NoteFolder
    rules: NoteFolder | None = None

    @property
    def all(self) -> tuple[NoteFolder, ...]:
        """The folders that there are, the project's first."""
        return tuple(one for one in (self.project, self.mine, self.rules) if one is not None)


def find(cwd: str, *, rules: str = "") -> NoteFolders:
    """Return the folders for a session in `cwd`, "" where it is not known.

    `rules` is the client's folder of path-scoped rules, from the project's root, where those count
    as notes.
    """
    mine = NoteFolder(f"{paths.config_folder()}/notes")
    if (root := project_root(cwd)) is None:
        return NoteFolders(None, mine)
    at = root.rstrip("/")
    scoped = NoteFolder(f"{at}/{rules}", root, rules=True) if rules else None
    return NoteFolders(NoteFolder(f"{at}/{NOTES}", root), mine, scoped)


def project_root(folder: str) -> str | None:
    """Return the nearest folder, from `folder` upwards, that holds `.tidegate` or `.git`."""
    if not identity.is_absolute(folder):
        return None
    folder = identity.native(folder)
    for _ in range(PARENTS_MAX):
        if any(os.path.lexists(f"{folder.rstrip('/')}/{mark}") for mark in _MARKS):
            return folder
        parent = os.path.dirname(folder)  # noqa: PTH120  no Path on the hot path
        if parent == folder:
            return None
        folder = parent
    return None
