"""Shell patterns as bash matches them without options, against paths and against the disk."""

from __future__ import annotations

import fnmatch
import os
import re
from functools import lru_cache

from slices.recall import identity
from slices.recall.limits import PATTERN_FILES_MAX

_MAGIC = re.compile(r"[*?[]")
_SINGLE_BRACKET = re.compile(r"\[([*?[])\]")
_NEGATED = re.compile(r"\[\^")
_CLASS = re.compile(r"\[[!^]?[^\]]*\[[:.=]")


def bucket(pattern: str) -> tuple[str, int]:
    """Return the folder above the first name that is a pattern, and how deep below it reaches."""
    names = pattern.split("/")
    first = next((i for i, name in enumerate(names) if _is_magic(name)), len(names) - 1)
    return "/".join(map(_literal, names[:first])), len(names) - first


def rebased(pattern: str, host: str | None) -> tuple[str, ...]:
    """Return the pattern as spelt and, on this machine, with its literal folders resolved."""
    folder, depth = bucket(pattern)
    real = folder if host is not None else os.path.realpath(folder or "/").rstrip("/")
    if real == folder:
        return (pattern,)
    rest = pattern.split("/")[-depth:]
    return (pattern, "/".join((_escaped(real), *rest)))


def matches(pattern: str, path: str) -> bool:
    """Whether an absolute pattern matches an absolute path, name by name."""
    patterns, names = pattern.split("/"), path.split("/")
    return len(patterns) == len(names) and all(map(_name_matches, patterns, names))


def files(pattern: str) -> tuple[str, ...]:
    """Return up to `PATTERN_FILES_MAX` files that there are, of a pattern in its last name only."""
    folder, depth = bucket(pattern)
    if depth != 1:
        return ()
    last = pattern.rpartition("/")[2]
    found: list[str] = []
    try:
        with os.scandir(folder or "/") as listing:
            for entry in listing:
                if len(found) < PATTERN_FILES_MAX and _name_matches(last, entry.name):
                    found.append(f"{folder}/{entry.name}")
    except (OSError, ValueError):
        return ()
    return tuple(sorted(found))


def matches_any_file(pattern: str) -> bool:
    """Tell whether an absolute pattern matches a file that there is, at any depth.

    Where a folder has more than `PATTERN_FILES_MAX` that match, the first of them count.
    """
    above = [""]
    for name in pattern.strip("/").split("/"):
        if _is_magic(name):
            above = [path for one in above for path in files(f"{_escaped(one)}/{name}")]
        else:
            named = (f"{one}/{_literal(name)}" for one in above)
            above = [path for path in named if os.path.lexists(path)]
        above = above[:PATTERN_FILES_MAX]
    return bool(above)


def _name_matches(pattern: str, name: str) -> bool:
    if name.startswith(".") and not pattern.startswith((".", "[.]")):
        return False
    compiled = _compiled(identity.folded(pattern))
    return compiled is not None and compiled.match(identity.folded(name)) is not None


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str] | None:
    """Return the name's pattern; None where it holds a class that is not known here."""
    if _CLASS.search(pattern):
        return None
    return re.compile(fnmatch.translate(_NEGATED.sub("[!", pattern)))


def _is_magic(name: str) -> bool:
    return _MAGIC.search(_SINGLE_BRACKET.sub("", name)) is not None


def _literal(name: str) -> str:
    return _SINGLE_BRACKET.sub(r"\1", name)


def _escaped(path: str) -> str:
    return _MAGIC.sub(lambda found: f"[{found[0]}]", path)
