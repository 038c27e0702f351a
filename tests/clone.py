"""A clone of the repo as it stands, uncommitted files too, for tests that change it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.host.machine import Machine

if TYPE_CHECKING:
    from collections.abc import Sequence

REPO = Path(__file__).resolve().parents[1]
_LISTED = ("ls-files", "-z", "--cached", "--others", "--exclude-standard")
_PERSON = ("-c", "user.name=A Person", "-c", "user.email=person@example.org")
SECONDS = 300  # for a command that hangs, not a bound on how fast it has to be


def clone(place: Path) -> Machine:
    """Return a machine with a fresh user whose tidegate is a clone under `place`, set up."""
    root = place / "tidegate"
    for name in _git(REPO, *_LISTED).split("\0"):
        source, target = REPO / name, root / name
        if name and source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target, follow_symlinks=False)
    _git(root, "init", "--quiet", "--initial-branch=main")
    _git(root, "add", "--all")
    _git(root, *_PERSON, "commit", "--quiet", "--message=All of it")
    machine = Machine(place / "machine", root).ready()
    machine.environment["PATH"] = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    return machine


def run(
    machine: Machine, command: Sequence[str], *, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command in the clone, as its user, with both outputs as one text.

    What it started ends with it where it takes too long.
    """
    environment = {**machine.environment, "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(
        command,
        cwd=cwd or machine.root,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            out, _ = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    return subprocess.CompletedProcess(command, process.returncode, out)


def pytest(machine: Machine, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run tests of the clone with this interpreter."""
    options = ("-p", "no:cacheprovider", "-p", "no:xdist")
    return run(machine, [sys.executable, "-m", "pytest", *options, *arguments])


def _git(folder: Path, *arguments: str) -> str:
    command = ["git", "-c", "safe.directory=*", *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout
