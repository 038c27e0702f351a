"""Which files are never guarded: generated ones, and those that the kernel makes up."""

from __future__ import annotations

FOLDERS = frozenset(
    {
        "node_modules",
        ".git",
        "dist",
        "build",
        "target",
        "coverage",
        ".next",
        "out",
        "__pycache__",
    }
)
ENDINGS = (".log", ".map", ".lock", ".min.js", ".min.css", ".tsbuildinfo")
NAMES = frozenset({"package-lock.json", "bun.lock", "bun.lockb"})
KERNEL = ("/dev/", "/proc/", "/sys/")


def generated_name(path: str) -> bool:
    """Tell whether the file's own name says that a tool writes it."""
    name = path.rpartition("/")[2]
    return name in NAMES or name.endswith(ENDINGS)


def in_generated_folder(path: str, top: str = "/") -> bool:
    """Tell whether a folder between `top` and the file has the name of one that tools fill."""
    below = path.removeprefix(top).split("/")[:-1]
    return not FOLDERS.isdisjoint(below)


def made_by_kernel(path: str) -> bool:
    """Tell whether the file is a view of the running system: it has no lines to read twice."""
    return path.startswith(KERNEL)
