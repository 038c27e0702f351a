"""The small project in which the cases of _template run."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def make(top: Path) -> None:
    """Write the project below `top`, which is not there yet."""
    write(top / "README.md", "# A project\n")
    write(top / "docs/notes.txt", "one\n")


def write(path: Path, text: str) -> None:
    """Write a file and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
