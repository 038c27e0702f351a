"""The names under which one note stands in the index, and the names to look a path up by."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from slices.recall import globs, identity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from slices.recall.note import Anchor

_WORD = re.compile(r"[\w.-]+")

Entry = tuple[str, bool]
"""A name and whether it lasts: see `identity.Key`."""


def of(anchor: Anchor) -> Iterator[Entry]:
    """Return the names of an anchor; a name may come twice."""
    if anchor.pattern:
        yield from _of_glob(anchor)
        return
    if anchor.host is not None:
        key = identity.remote_key(anchor.host, anchor.path)
        yield key.text, key.lasting
        yield _in_folder(anchor.host, anchor.path), True
    else:
        keys = identity.keys(anchor.path)
        yield from ((key.text, key.lasting) for key in keys)
        spelt = identity.spellings(anchor.path)[:2]
        yield from ((_in_folder("", path), not i) for i, path in enumerate(spelt))
    name = anchor.path.rpartition("/")[2]
    yield by_name(name), True
    if words := _WORD.findall(name):
        yield f"w:{identity.folded(max(words, key=len))}", True


def by_name(name: str) -> str:
    """Return the name to look a last name up by."""
    return f"n:{identity.folded(name)}"


def words_of(text: str) -> tuple[str, ...]:
    """Return the names to look up the words of a text by, where it may hold names of files."""
    return tuple({f"w:{identity.folded(word)}": None for word in _WORD.findall(text)})


def globs_above(path: str, host: str) -> tuple[str, ...]:
    """Return the names of the globs that could match a normal path: those of its folders."""
    names = path.split("/")
    found: list[str] = []
    for kept in range(len(names)):
        prefix = "/".join(names[:kept])
        below = len(names) - kept
        found += (_glob(host, below, prefix), _glob(host, globs.ANY_DEPTH, prefix))
    return tuple(found)


def in_folder(folder: str, host: str) -> str:
    """Return the name of all anchors that lie directly in a normal folder."""
    return f"d:{host}:{identity.folded(folder.rstrip('/'))}"


def place(anchor: Anchor, text: str) -> str:
    """Return the path of an anchor in the folder that it was found in, by that folder's name."""
    folder = text[len(in_folder("", anchor.host or "")) :]
    return f"{folder}/{anchor.path.rpartition('/')[2]}"


def rebased(pattern: str, host: str | None) -> tuple[str, ...]:
    """Return the pattern as spelt and, on this machine, with its literal folders resolved."""
    if host is not None:
        return (pattern,)
    prefix, _ = globs.bucket(pattern)
    real = os.path.realpath(prefix or "/").rstrip("/")
    if identity.normal(real) == identity.normal(prefix):
        return (pattern,)
    skipped = prefix.count("/") + 1
    rest = pattern.split("/")[skipped:]
    return (pattern, "/".join((globs.escaped(real), *rest)))


def _of_glob(anchor: Anchor) -> Iterator[Entry]:
    for index, pattern in enumerate(rebased(anchor.path, anchor.host)):
        prefix, depth = globs.bucket(pattern)
        yield _glob(anchor.host or "", depth, prefix), index == 0


def _glob(host: str, depth: int, prefix: str) -> str:
    return f"g:{host}:{depth}:{identity.folded(prefix)}"


def _in_folder(host: str, path: str) -> str:
    return in_folder(path.rpartition("/")[0], host)
