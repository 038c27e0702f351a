"""Paths as the shell's logical mode sees them: text only, nothing looked up."""

from __future__ import annotations


def normal(path: str) -> str:
    """Give an absolute path without `.`, `..`, doubled and trailing slashes."""
    kept: list[str] = []
    for name in path.split("/"):
        if name == "..":
            del kept[-1:]
        elif name not in {"", "."}:
            kept.append(name)
    return "/" + "/".join(kept)


def resolve(path: str, folder: str | None) -> str | None:
    """Give the absolute path a word means in a folder; None if that is not known."""
    if not path or "\0" in path:
        return None
    if path.startswith("/"):
        return normal(path)
    return None if folder is None else normal(f"{folder}/{path}")


def steps_back(path: str) -> bool:
    """Whether `..` follows a name in the path, so that the name must be a folder."""
    met_name = False
    for name in path.split("/"):
        if name == ".." and met_name:
            return True
        met_name = met_name or name not in {"", ".", ".."}
    return False


def base(path: str) -> str:
    """Give the last name of a path, trailing slashes aside."""
    return path.rstrip("/").rpartition("/")[2]
