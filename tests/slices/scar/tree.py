"""The small project in which the cases of scar run."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "app.py": "x = 1\n",
    "src/app.py": "y = 2\n",
    "notes.md": "notes\n",
    "home/.keep": "",
}


def make(top: Path) -> None:
    """Write the project below `top`, which is not there yet."""
    for name, text in FILES.items():
        write(top / name, text)


def write(path: Path, text: str) -> None:
    """Write a file and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
