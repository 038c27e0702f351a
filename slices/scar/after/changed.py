"""Which files changed since a moment: the named ones, the tracked ones, new ones beside them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from attrs import define, field

from slices.scar.after.checkers import checker_of
from slices.scar.limits import (
    CLOCK_SLACK_NANOSECONDS,
    FOLDER_DEPTH_MAX_LEVELS,
    FOLDER_ENTRIES_MAX,
    FOLDERS_MAX,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from slices.scar.after.repository import Repository

PASSED_OVER = frozenset(
    {
        ".git",
        ".hg",
        ".svn",
        ".tox",
        ".nox",
        ".venv",
        "venv",
        "env",
        "node_modules",
        "site-packages",
        "__pycache__",
        ".mypy_cache",
        ".ruff_cache",
        ".pytest_cache",
        "dist",
        "build",
        "target",
    }
)
"""Folders that tools fill: what lies in them is not what the agent writes."""


def changed_since(
    at_ns: int, folder: str, named: Iterable[str], repository: Repository | None
) -> tuple[str, ...]:
    """Return the files that a checker can judge and whose status changed since, each once.

    `folder` is the session's. A file's status time cannot be set back, so that a copy or a move
    that keeps its times counts as a change too.
    """
    since = at_ns - CLOCK_SLACK_NANOSECONDS
    tracked = [entry.path for entry in repository.entries] if repository else []
    paths = [*named, *tracked]
    folders = dict.fromkeys([folder, *(path.rpartition("/")[0] for path in paths)])
    look = _Look(since)
    direct = (path for path in paths if _status_time(path) >= since)
    deep = repository is None
    beside = (path for one in list(folders)[:FOLDERS_MAX] for path in look.into(one, deep=deep))
    return tuple(dict.fromkeys([*direct, *beside]))


def _status_time(path: str) -> int:
    try:
        return os.stat(path).st_ctime_ns  # noqa: PTH116  pathlib costs more than the look
    except (OSError, ValueError):
        return -1


@define
class _Look:
    """Looks through folders in which something was made or renamed, within a bound."""

    since: int
    left: int = FOLDER_ENTRIES_MAX
    seen: set[str] = field(factory=set)

    def into(self, folder: str, *, deep: bool, level: int = 0) -> Iterator[str]:
        """Yield the changed files of a folder; `deep` looks into folders that did not change."""
        if folder in self.seen or level > FOLDER_DEPTH_MAX_LEVELS:
            return
        self.seen.add(folder)
        if not deep and _status_time(folder) < self.since:
            return
        try:
            with os.scandir(folder) as entries:
                found = list(self._taken(entries))
        except (OSError, ValueError):
            return
        for entry in found:
            yield from self._of(entry, deep=deep, level=level)

    def _taken(self, entries: Iterable[os.DirEntry[str]]) -> Iterator[os.DirEntry[str]]:
        for entry in entries:
            if self.left <= 0:
                return
            self.left -= 1
            yield entry

    def _of(self, entry: os.DirEntry[str], *, deep: bool, level: int) -> Iterator[str]:
        if entry.is_dir(follow_symlinks=False):
            if entry.name not in PASSED_OVER:
                yield from self.into(entry.path, deep=deep, level=level + 1)
        elif checker_of(entry.path) is not None and _status_time(entry.path) >= self.since:
            yield entry.path
