"""The examples of the CommonMark specification, from its npm package, in the repo's cache."""

from __future__ import annotations

import fcntl
import re
import shutil
import subprocess
from pathlib import Path

VERSION = "0.31.2"
EXAMPLES = 650  # it has a few more, and a reader that finds none would pass
CACHE = Path(__file__).resolve().parents[3] / ".cache" / f"commonmark-spec-{VERSION}"
FENCE = "`" * 32
EXAMPLE = re.compile(rf"^{FENCE} example\n(.*?)^\.\n.*?^{FENCE}$", re.MULTILINE | re.DOTALL)
NPM_OPTIONS = ("--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")
INSTALL_SECONDS = 300  # a slow line; npm itself retries


class NoNpmError(Exception):
    """This machine has no npm, so that the examples cannot be had."""


def examples() -> list[str]:
    """Return the Markdown of each example; raises `NoNpmError`."""
    found = [m.group(1).replace("→", "\t") for m in EXAMPLE.finditer(_text())]
    assert len(found) >= EXAMPLES
    return found


def _text() -> str:
    file = CACHE / "node_modules" / "commonmark-spec" / "spec.txt"
    if not file.exists():
        _install(file)
    return file.read_text("utf-8")


def _install(file: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise NoNpmError
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            command = [npm, "install", "--prefix", str(CACHE), *NPM_OPTIONS]
            subprocess.run(
                [*command, f"commonmark-spec@{VERSION}"],
                check=True,
                stdin=subprocess.DEVNULL,
                timeout=INSTALL_SECONDS,
            )
