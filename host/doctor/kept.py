"""Looks at the state: whether it can be written, and whether the state file is sound."""

from __future__ import annotations

import os
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
    parent = folder
    while not os.path.isdir(parent):  # noqa: PTH112  as above
        parent = os.path.dirname(parent)  # noqa: PTH120  as above
    if os.access(parent, os.W_OK | os.X_OK):
        yield fine("state", f"{folder} is not there yet: the first deny or count makes it")
    else:
        yield wrong("state", f"{folder} cannot be made", f"Make {parent} writable for you.")
