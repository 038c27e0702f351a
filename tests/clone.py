"""A clone of the repo as it stands, uncommitted files too, for tests that change it."""

from __future__ import annotations

import fcntl
import os
import shlex
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


def clone(place: Path, template: Path) -> Machine:
    """Return a machine with a fresh user whose tidegate is a clone under `place`, set up.

    The repo is cloned into `template` once, for all who share that, and copied from there.
    """
    root = place / "tidegate"
    shutil.copytree(_cloned(template), root, symlinks=True)
    machine = Machine(place / "machine", root).ready()
    machine.environment["PATH"] = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    machine.environment["PYTEST_XDIST_AUTO_NUM_WORKERS"] = "0"  # a few tests need no workers
    # without a folder of its own, a run ends by deleting what earlier runs of anybody left behind
    machine.environment["PYTEST_ADDOPTS"] = f"--basetemp={shlex.quote(str(place / 'pytest'))}"
    return machine


def _cloned(template: Path) -> Path:
    root = template / "tidegate"
    template.mkdir(exist_ok=True)
    with (template / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (template / "complete").exists():
            _copy(root)
            _git(root, "init", "--quiet", "--initial-branch=main")
            _git(root, "add", "--all")
            _git(root, *_PERSON, "commit", "--quiet", "--message=All of it")
            (template / "complete").touch()
    return root


def _copy(root: Path) -> None:
    """Copy the files of the repo, with what the interpreter keeps of them compiled."""
    for name in _git(REPO, *_LISTED).split("\0"):
        source = REPO / name
        if name and source.is_file():
            compiled = (source.parent / "__pycache__").glob(f"{source.stem}.*.pyc")
            for one in (source, *(compiled if source.suffix == ".py" else ())):
                target = root / one.relative_to(REPO)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(one, target, follow_symlinks=False)


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
