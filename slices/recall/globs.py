"""Glob anchors: what their characters mean, where they can match, and the match itself."""

# `*` and `?` stay inside one folder, a `**` that stands alone between slashes crosses folders, and
# a backslash takes the meaning from the character after it. Brackets and braces mean themselves,
# since they occur in the names of files (`app/[id]/page.tsx`).

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ANY_DEPTH = -1
CROSS = "**"
_SPECIAL = "*?"


def is_glob(text: str) -> bool:
    """Whether the text of an anchor has a `*` or `?` that no backslash precedes."""
    return any(len(token) > 1 for token in _tokens(text))


def literal(text: str) -> str:
    r"""Return the path that an anchor without `*` and `?` means: `a\*b` is the file `a*b`."""
    return "".join(token[-1:] for token in _tokens(text))


def escaped(path: str) -> str:
    """Return the anchor that means exactly this path."""
    return "".join(f"\\{c}" if c in "*?\\" else c for c in path)


def fixed(pattern: str) -> list[str]:
    """Return the characters of a pattern that mean themselves."""
    return [token for token in _tokens(pattern) if len(token) == 1]


def bucket(pattern: str) -> tuple[str, int]:
    """Return the folder above the first name that is a glob, and how deep below it it matches.

    The depth is a count of names, `ANY_DEPTH` where the pattern crosses folders.
    """
    names = pattern.split("/")
    first = next(i for i, name in enumerate(names) if is_glob(name))
    below = names[first:]
    return literal("/".join(names[:first])), ANY_DEPTH if CROSS in below else len(below)


def matches(pattern: str, path: str) -> bool:
    """Whether an absolute pattern matches an absolute path; a trailing `**` needs something in it.

    The cost is at most the product of the two lengths: there is no other backtracking than to the
    last star.
    """
    names = path.split("/")
    if pattern.endswith(f"/{CROSS}"):
        pattern += "/*"
    parts: list[Sequence[str] | str] = [
        CROSS if part == CROSS else _tokens(part) for part in pattern.split("/")
    ]
    return _wild(parts, names, CROSS, lambda part, name: _wild(part, name, _ANY, _one))


_ANY = "\\*"
_SINGLE = "\\?"


def _tokens(text: str) -> list[str]:
    """Split into characters; one with a meaning is two characters long."""
    found: list[str] = []
    escape = False
    for character in text:
        if escape:
            escape = False
            found.extend([character] if character in "*?\\" else ["\\", character])
        elif character == "\\":
            escape = True
        else:
            found.append(f"\\{character}" if character in _SPECIAL else character)
    return [*found, "\\"] if escape else found


def _one(token: str, character: str) -> bool:
    return token in {_SINGLE, character}


def _wild(
    pattern: Sequence[object], items: Sequence[str], star: object, one: Callable[..., bool]
) -> bool:
    """Match items against a pattern in which `star` stands for any number of them."""
    at = position = retry = 0
    last = -1
    while position < len(items):
        if at < len(pattern) and pattern[at] == star:
            last, retry = at, position
            at += 1
        elif at < len(pattern) and one(pattern[at], items[position]):
            at += 1
            position += 1
        elif last >= 0:
            retry += 1
            at, position = last + 1, retry
        else:
            return False
    return all(token == star for token in pattern[at:])
