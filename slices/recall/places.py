"""Turns a word and the folder in force into the path that the shell would open."""

from __future__ import annotations

import os.path

from slices.recall import identity

_GLOB = "*?["


def place(folder: str | None, text: str) -> str | None:
    """Return the absolute path that a word names on this machine, or None where it names none.

    `..` behind a symbolic link goes up from the link's target, as the kernel does it, where that
    is another file than the spelling says. Behind what is no folder it goes nowhere.
    """
    if not text or "\0" in text:
        return None
    if not identity.is_absolute(text):
        if folder is None or not identity.is_absolute(folder):
            return None
        text = f"{folder}/{text}"
    spelt = identity.normal(text)
    above, up, _ = f"{text}/".rpartition("/../")
    if not up:
        return spelt
    if not os.path.isdir(above):  # noqa: PTH112  no Path on the hot path
        return None
    return spelt if _real(text) == _real(spelt) else _real(text)


def pattern_place(folder: str | None, pattern: str) -> str | None:
    """Return the absolute pattern that a glob word stands for, or None where it stands for none.

    The folder's own characters mean themselves in it.
    """
    if not pattern.startswith("/"):
        if folder is None or not folder.startswith("/"):
            return None
        pattern = f"{_literal(folder)}/{pattern}"
    kept: list[str] = []
    for name in pattern.split("/"):
        if name == "..":
            if not kept or any(character in kept[-1] for character in _GLOB):
                return None
            kept.pop()
        elif name not in {"", "."}:
            kept.append(name)
    return "/" + "/".join(kept)


def remote_place(text: str) -> str | None:
    """Return the path that a word names on another machine: an absolute one, or None."""
    return identity.normal(text, "linux") if text.startswith("/") else None


def _literal(folder: str) -> str:
    return "".join(f"[{c}]" if c in _GLOB else c for c in folder)


def _real(path: str) -> str:
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return path
