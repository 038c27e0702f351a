"""Looks at the state: whether it can be written, and whether the state file is sound."""

from __future__ import annotations

import os
import tempfile
from typing import TYPE_CHECKING

from host import paths
from host.errors import StateError
from host.findings import Finding, fine, wrong
from host.state import State
from host.store import SliceStore

if TYPE_CHECKING:
    from collections.abc import Iterator


def look() -> Iterator[Finding]:
    """Look at the state folder and the state file."""
    state = State(paths.state_folder())
    if not state.exists():
        yield from _folder(state.folder)
        return
    try:
        with state.reading() as connection:
            said = str(connection.execute("PRAGMA quick_check").fetchone()[0])
        SliceStore(state, "host").put("writable", "")
    except StateError as error:
        yield wrong("state", f"{error.file}: {error.why}", error.mend)
    else:
        yield _file(state, said)
    for text in state.notices:
        yield wrong("state", text, "Nothing more is to be done: a new one is in its place.")
    state.close()


def _file(state: State, said: str) -> Finding:
    if said != "ok":
        mend = f"Move {state.file} to another place; a new one is begun."
        return wrong("state", f"{state.file} is damaged: {said.splitlines()[0]}", mend)
    if os.stat(state.file).st_mode & 0o077:  # noqa: PTH116  paths are texts here
        return wrong("state", f"{state.file} can be read by others", f"Run chmod 600 {state.file}")
    return fine("state", state.file)


def _folder(folder: str) -> Iterator[Finding]:
    there = folder
    while not os.path.lexists(there):
        there = os.path.dirname(there)  # noqa: PTH120  as above
    if not os.path.isdir(there):  # noqa: PTH112  as above
        yield wrong("state", f"{there} is no folder, so there is no state", f"Move {there} away.")
    elif not _is_writable(there):
        yield wrong("state", f"{folder} cannot be made", f"Make {there} writable for you.")
    else:
        yield fine("state", f"{folder} is not there yet: the first deny or count makes it")


def _is_writable(folder: str) -> bool:
    """Tell by trying: the bits of the mode alone do not say it of every file system."""
    try:
        with tempfile.TemporaryDirectory(prefix="tidegate-probe-", dir=folder):
            return True
    except OSError:
        return False
