"""Where notes lie: the project's folder, found from the session's, and the person's own."""

from __future__ import annotations

import os

from attrs import frozen

from host import paths
from slices.recall.limits import PARENTS_MAX

NOTES = ".tidegate/notes"
_MARKS = (".tidegate", ".git")


@frozen
class NoteFolder:
    """A folder of note files; `root` is what relative anchors are seen from, None for none."""

    path: str
    root: str | None = None

    @property
    def mine(self) -> bool:
        """Whether it is the person's own."""
        return self.root is None


@frozen
class NoteFolders:
    """The folders that hold for one session; outside any project there is only the person's."""

    project: NoteFolder | None
    mine: NoteFolder

    @property
    def all(self) -> tuple[NoteFolder, ...]:
        """The folders that there are, the project's first."""
        return (self.mine,) if self.project is None else (self.project, self.mine)


def find(cwd: str) -> NoteFolders:
    """Return the folders for a session in `cwd`, "" where it is not known."""
    root = project_root(cwd)
    project = None if root is None else NoteFolder(f"{root.rstrip('/')}/{NOTES}", root)
    return NoteFolders(project, NoteFolder(f"{paths.config_folder()}/notes"))


def project_root(folder: str) -> str | None:
    """Return the nearest folder, from `folder` upwards, that holds `.tidegate` or `.git`."""
    if not os.path.isabs(folder):  # noqa: PTH117  no Path on the hot path
        return None
    for _ in range(PARENTS_MAX):
        if any(os.path.lexists(f"{folder.rstrip('/')}/{mark}") for mark in _MARKS):
            return folder
        parent = os.path.dirname(folder)  # noqa: PTH120  as above
        if parent == folder:
            return None
        folder = parent
    return None
