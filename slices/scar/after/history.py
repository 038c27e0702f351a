"""How a file was before the call, as far as git has it; asked only about a file that is broken."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from slices.scar.limits import FILE_MAX_BYTES, GIT_SECONDS

if TYPE_CHECKING:
    from slices.scar.after.repository import Repository


def content_before(
    path: str, repository: Repository, *, stamp: str, head: str, known: dict[str, str]
) -> bytes | None:
    """Return the file's bytes before the call, or None where git cannot tell.

    `stamp` and `head` are the index and commit from before, `known` the object of each tracked
    file as the index has it now: it is the one from before where the index did not change.
    """
    if repository.stamp == stamp and path in known:
        return _git(repository, known[path])
    if not head or not path.startswith(f"{repository.top}/"):
        return None
    return _git(repository, f"{head}:{path[len(repository.top) + 1 :]}")


def _git(repository: Repository, name: str) -> bytes | None:
    """Return what `git cat-file blob` gives; it runs no filter and no hook of the project."""
    import subprocess

    try:
        done = subprocess.run(
            ["git", "-C", repository.top, "cat-file", "blob", name],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=GIT_SECONDS,
            check=False,
            env={**os.environ, "GIT_OPTIONAL_LOCKS": "0"},
        )
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    if done.returncode or len(done.stdout) > FILE_MAX_BYTES:
        return None
    return done.stdout
