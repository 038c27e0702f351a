"""Which spellings mean one file: lexical rules per platform, real paths, device and inode."""

from __future__ import annotations

import contextlib
import os
import re
import sys

from attrs import frozen

PLATFORM = sys.platform

_DRIVE = re.compile(r"(?:[/\\]{2}[?.][/\\])?([A-Za-z]):(?=[/\\])")
_POSIX_DRIVE = re.compile(r"/([A-Za-z])(?=/|$)")


@frozen
class Key:
    """One name under which a file is looked up.

    `path` is the file as it was spelt. Only a `lasting` name stays right without a second look: a
    link can be pointed elsewhere, and an inode can be used again.
    """

    text: str
    path: str
    lasting: bool = False


def is_drive_path(path: str) -> bool:
    r"""Whether the path begins with a Windows drive (`C:\x`, `C:/x`), on any platform."""
    return _DRIVE.match(path) is not None


def is_absolute(path: str, platform: str = PLATFORM) -> bool:
    """Whether the path means the same file from every folder."""
    if is_drive_path(path):
        return True
    return path.startswith(("/", "\\\\") if platform == "win32" else "/")


def join(folder: str, path: str, platform: str = PLATFORM) -> str:
    """Return the path as seen from an absolute folder, lexically normal."""
    return normal(path if is_absolute(path, platform) else f"{folder}/{path}", platform)


def normal(path: str, platform: str = PLATFORM) -> str:
    r"""Return an absolute path without `.`, `..`, doubled and trailing slashes.

    On Windows `C:\repo\x`, `C:/repo/x` and `/c/repo/x` are `C:/repo/x`. Names keep their case:
    `folded` takes it out.
    """
    root, rest = _split_root(path, platform)
    kept: list[str] = []
    for name in rest.split("/"):
        if name == "..":
            del kept[-1:]
        elif name not in {"", "."}:
            kept.append(_without_tail(name) if platform == "win32" else name)
    return root + "/".join(kept)


def native(path: str, platform: str = PLATFORM) -> str:
    r"""Return an absolute path as the file system takes it: on Windows `/c/repo` is `C:/repo`."""
    return normal(path, platform) if platform == "win32" else path


def folded(path: str, platform: str = PLATFORM) -> str:
    r"""Return a normal path as it is compared: Windows does not tell `X` from `x`.

    A name that is no UTF-8 becomes text that a database takes (`\udcff`).
    """
    if not path.isascii():
        path = path.encode("utf-8", "backslashreplace").decode()
    return path.lower() if platform == "win32" else path


def keys(path: str) -> tuple[Key, ...]:
    """Return the names of a local file: as spelt, by its real folder, its real path, its inode.

    `path` is absolute. A file that is not there has no inode; its folders are resolved all the
    same.
    """
    spelt = normal(path)
    found = dict.fromkeys(f"p:{folded(one)}" for one in spellings(spelt))
    with contextlib.suppress(OSError, ValueError):
        at = os.stat(spelt)  # noqa: PTH116  a Path costs more than the call
        found[f"i:{at.st_dev}:{at.st_ino}"] = None
    return tuple(Key(text, spelt, lasting=not i) for i, text in enumerate(found))


def spellings(path: str) -> tuple[str, ...]:
    """Return a normal local path as spelt, with its real folder, and its real path."""
    found = {path: None}
    folder, _, name = path.rpartition("/")
    with contextlib.suppress(OSError, ValueError):
        found[normal(f"{os.path.realpath(folder or '/')}/{name}")] = None
    with contextlib.suppress(OSError, ValueError):
        found[normal(os.path.realpath(path))] = None
    return tuple(found)


def remote_key(host: str, path: str) -> Key:
    """Return the name of a file on another machine; `path` is absolute."""
    spelt = normal(path, "linux")
    text = folded(f"h:{host_name(host)}:{spelt}", "linux")
    return Key(text, spelt, lasting=True)


def host_name(host: str) -> str:
    """Return a machine's name without the user; names are compared in lower case."""
    return host.rpartition("@")[2].strip("[]").lower()


def is_same(one: str, other: str) -> bool:
    """Whether two absolute local paths are one file now."""
    if folded(normal(one)) == folded(normal(other)):
        return True
    with contextlib.suppress(OSError, ValueError):
        if folded(os.path.realpath(one)) == folded(os.path.realpath(other)):
            return True
    with contextlib.suppress(OSError, ValueError):
        return os.path.samefile(one, other)  # noqa: PTH121  as above
    return False


def _split_root(path: str, platform: str) -> tuple[str, str]:
    if drive := _DRIVE.match(path):
        return f"{drive[1].upper()}:/", path[drive.end() :].replace("\\", "/")
    if platform != "win32":
        return "/", path
    path = path.replace("\\", "/")
    if drive := _POSIX_DRIVE.match(path):
        return f"{drive[1].upper()}:/", path[drive.end() :]
    return ("//" if path.startswith("//") else "/"), path


def _without_tail(name: str) -> str:
    """Windows opens `x.txt. ` as `x.txt`."""
    return name.rstrip(". ") or name
