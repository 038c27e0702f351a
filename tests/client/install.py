"""Brings the real client from npm into the repo's cache folder, once for all test workers."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from pathlib import Path

SCOPE = "@anthropic-ai"
PACKAGE = f"{SCOPE}/claude-code"
VERSION = "2.1.332"
NPM_OPTIONS = ("--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")
INSTALL_SECONDS = 300  # 384 MB over a slow line; npm itself retries

REPO = Path(__file__).resolve().parents[2]
CACHE = REPO / ".cache" / f"claude-code-{VERSION}"


class NoNpmError(Exception):
    """This machine has no npm, so there is no client to drive."""


def client_binary() -> Path:
    """Return the client's executable, installed on first use.

    Raises `NoNpmError` where npm is missing and `CalledProcessError` where npm fails.
    """
    if binary := _installed():
        return binary
    npm = shutil.which("npm")
    if npm is None:
        raise NoNpmError
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return _installed() or _install(npm)


def _install(npm: str) -> Path:
    subprocess.run(
        [npm, "install", "--prefix", str(CACHE), *NPM_OPTIONS, f"{PACKAGE}@{VERSION}"],
        check=True,
        stdin=subprocess.DEVNULL,
        timeout=INSTALL_SECONDS,
    )
    (CACHE / "complete").touch()
    binary = _installed()
    if binary is None:
        message = f"{PACKAGE}@{VERSION} brought no executable for this machine: {os.uname()}"
        raise RuntimeError(message)
    return binary


def _installed() -> Path | None:
    if not (CACHE / "complete").exists():
        return None
    scope = CACHE / "node_modules" / SCOPE
    return next(scope.glob("claude-code-*/claude"), None)
