"""The small project in which the cases of guard run."""

from __future__ import annotations

import os
import socket
from pathlib import Path

GENERATED = (
    "node_modules/left/index.js",
    ".git/config",
    "dist/x.md",
    "build/x.md",
    "build/fetched/README.md",
    "build/fetched/.git/config",
    "target/x.md",
    "coverage/x.md",
    ".next/x.md",
    "out/x.md",
    "__pycache__/x.md",
    "src/build/deep/x.md",
    "app.log",
    "app.js.map",
    "Cargo.lock",
    "app.min.js",
    "app.min.css",
    "app.tsbuildinfo",
    "package-lock.json",
    "bun.lock",
    "bun.lockb",
)
LINES = {
    "README.md": 30,
    "docs/ACCESS.md": 60,
    "docs/deep/page.md": 2,
    "src/app.py": 12,
    "with space.md": 2,
    "-dash.md": 2,
    "home/notes.md": 4,
}
LINKS = {
    "link.md": "README.md",
    "broken.md": "nowhere",
    "link-to-docs": "docs",
    "link-to-deep": "docs/deep",
    "link-to-build.md": "build/x.md",
    "link.log": "README.md",
}
OVER_READ_WHOLE_BYTES = 256 * 1024 + 1
OVER_READ_MAX_BYTES = 4 * 1024 * 1024 + 1


def make(top: Path) -> None:
    """Write the project below `top`, which is not there yet."""
    for name, lines in LINES.items():
        write(top / name, "".join(f"line {n}\n" for n in range(1, lines + 1)))
    for name in GENERATED:
        write(top / name, "generated\n")
    write(top / "notes.txt", "one\ntwo\nthree")
    write(top / "empty.txt", "")
    write(top / "big.json", "x\n" * (OVER_READ_WHOLE_BYTES // 2) + "x")
    with (top / "huge.txt").open("wb") as huge:
        huge.truncate(OVER_READ_MAX_BYTES)
    for name, target in LINKS.items():
        (top / name).symlink_to(target)
    os.mkfifo(top / "queue")
    _bind(top)


def write(path: Path, text: str) -> None:
    """Write a file and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _bind(top: Path) -> None:
    """Make a socket; its address has to be short, so it is given from inside the folder."""
    before = Path.cwd()
    os.chdir(top)
    try:
        with socket.socket(socket.AF_UNIX) as one:
            one.bind("socket")
    finally:
        os.chdir(before)
