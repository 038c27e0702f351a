"""Turns a path of the command line into the anchor that a note keeps."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from slices.recall import anchors, globs, identity, problems
from slices.recall.note import Anchor

if TYPE_CHECKING:
    from host.errors import Problem
    from slices.recall.folders import NoteFolder

_ARGUMENT = "PATH"


def anchor_of(text: str, cwd: str, folder: NoteFolder, host: str | None) -> Anchor | Problem:
    """Return the anchor for a path that was typed in `cwd`.

    In a project's note a file of the project is kept from the project's root, so that the project
    can move; any other file is kept by its absolute path.
    """
    if host is not None:
        text = f"{host}:{text}"
        if anchors.remote_parts(text) is None:
            return problems.of_argument(
                _ARGUMENT, "HOST and an absolute path", problems.shown(text)
            )
    kept = text if anchors.remote_parts(text) else _kept(text, cwd, folder)
    if not isinstance(kept, str):
        return kept
    found = anchors.read(kept, folder.root)
    if isinstance(found, Anchor):
        return found
    return problems.of_argument(_ARGUMENT, found.expected, found.got)


def _kept(text: str, cwd: str, folder: NoteFolder) -> str | Problem:
    """Return what the note keeps of a path on this machine."""
    if not text:
        return problems.of_argument(_ARGUMENT, "a file or a glob", "nothing")
    spelt = identity.join(cwd, text)
    there = os.path.lexists(spelt)
    if os.path.isdir(spelt):  # noqa: PTH112  paths are texts here
        expected = "a file, or a glob for a folder"
        return problems.of_argument(
            _ARGUMENT, expected, problems.shown(text), f"{text.rstrip('/')}/**"
        )
    # A file that is there is meant as it is spelt, even if its name looks like a glob.
    if there:
        pattern = globs.escaped(spelt)
    elif identity.is_absolute(text):
        pattern = identity.normal(text)
    else:
        pattern = identity.join(globs.escaped(cwd), text)
    if folder.root is None:
        return pattern
    behind_links = () if globs.is_glob(pattern) else identity.spellings(spelt)[1:2]
    return _from_root((pattern, *map(globs.escaped, behind_links)), text, folder.root)


def _from_root(patterns: tuple[str, ...], text: str, root: str) -> str | Problem:
    """Return the first of some spellings that lies in the project, from its root."""
    for top in dict.fromkeys((root, os.path.realpath(root))):
        above = f"{globs.escaped(identity.normal(top)).rstrip('/')}/"
        for one in patterns:
            if identity.folded(one).startswith(identity.folded(above)):
                return _unlike_others(one[len(above) :])
    if identity.is_absolute(text):
        return patterns[0]
    expected = f"a file inside {root}, an absolute path, or --mine"
    return problems.of_argument(_ARGUMENT, expected, problems.shown(text))


def _unlike_others(text: str) -> str:
    """Keep a file's path from being read as one of the home folder or of a host."""
    return f"./{text}" if text.startswith("~") or anchors.remote_parts(text) else text
