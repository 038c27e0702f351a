"""Looks at the file that a print names: is it there, regular, readable and written by people."""

from __future__ import annotations

import os
import os.path
import stat

from attrs import frozen

from slices.guard.exempt import generated_name, in_generated_folder, made_by_kernel
from slices.guard.verdict import Runs


@frozen
class File:
    """A regular file: its absolute path as typed, its real path, and its size in bytes."""

    path: str
    real: str
    size: int


def look(path: str) -> File | Runs:
    """Return the file at an absolute path, or why a print of it runs; never raises for a path."""
    try:
        status = os.stat(path)  # noqa: PTH116  pathlib costs more than the whole check
    except (OSError, ValueError):  # ValueError: a NUL or a lone surrogate in the path
        return Runs("missing")
    if not stat.S_ISREG(status.st_mode):
        return Runs("not a file")
    real = os.path.realpath(path)
    spelled = _spelled(path, real)
    if made_by_kernel(real) or made_by_kernel(spelled):
        return Runs("device")
    if _generated(spelled) or _generated(real):
        return Runs("generated")
    if not os.access(path, os.R_OK):
        return Runs("unreadable file")
    return File(spelled, real, status.st_size)


def is_folder(path: str) -> bool:
    """Tell whether `cd` could go there, whatever the path holds."""
    try:
        return os.path.isdir(path)  # noqa: PTH112  as above
    except ValueError:
        return False


def repository_top(path: str) -> str:
    """Return the outermost folder above the file that holds a `.git`, with a final slash, or "/".

    A checkout may itself lie in a folder named `build`; its own files are not generated.
    """
    parts = path.split("/")[1:-1]
    for depth in range(len(parts) + 1):
        folder = "/".join(["", *parts[:depth], ""])
        if os.path.lexists(f"{folder}.git"):
            return folder
    return "/"


def _generated(path: str) -> bool:
    if generated_name(path):
        return True
    return in_generated_folder(path) and in_generated_folder(path, repository_top(path))


def _spelled(path: str, real: str) -> str:
    """Return the path without `.` and `..` where that names the same file, else the real path."""
    normal = "/" + os.path.normpath(path).lstrip("/")
    return normal if os.path.realpath(normal) == real else real
