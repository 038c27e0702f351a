"""Looks at the hook entry: whether it starts, with which interpreter, and what a start costs."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import time
from typing import TYPE_CHECKING

from host import environment, extras, paths
from host.findings import Finding, fine, notice, wrong
from host.limits import SLOW_START_MILLISECONDS, START_SECONDS

if TYPE_CHECKING:
    from collections.abc import Iterator

_ROUNDS = 3
_SETUP = f"Run {paths.ROOT}/bin/tidegate setup."
_HOOKS = f"{paths.ROOT}/hooks/hooks.json"


def look() -> Iterator[Finding]:
    """Look at the launchers, the interpreter and the environment."""
    yield from map(_launcher, launchers())
    yield from _interpreter()
    yield from _environment()


def launchers() -> list[str]:
    """Return the programs that the client is told to start, each once."""
    try:
        with open(_HOOKS, encoding="utf-8") as file:  # noqa: PTH123  paths are texts here
            events = json.load(file)["hooks"].values()
        listed = [hook["command"] for rows in events for row in rows for hook in row["hooks"]]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return [_HOOKS]
    real = (command.replace("${CLAUDE_PLUGIN_ROOT}", paths.ROOT) for command in listed)
    return list(dict.fromkeys(real))


def _launcher(path: str) -> Finding:
    if path == _HOOKS or not os.path.isfile(path):  # noqa: PTH113  as above
        return wrong(
            "hook entry",
            f"{path} cannot be used: the client starts nothing, or blocks every call",
            "Install this copy of tidegate anew: its files are not complete.",
        )
    if not os.access(path, os.X_OK):
        return wrong("hook entry", f"{path} may not be executed", f"Run chmod +x {path}")
    return fine("hook entry", path)


def _interpreter() -> Iterator[Finding]:
    """Look at the interpreter that the hook entry has kept; it finds another where it is gone."""
    kept = [(folder, path) for folder in paths.environment_folders() if (path := _kept(folder))]
    for folder, path in kept:
        if not os.access(path, os.X_OK):
            yield wrong(
                "interpreter",
                f"{path}, kept in {folder}, is gone: each call looks for another first",
                f"Remove {folder}/{environment.INTERPRETER_FILE}. {_SETUP}",
            )
            continue
        yield _start(path)
        return
    if not kept:
        yield notice("interpreter", "none is kept yet: the first call looks for one", _SETUP)


def _kept(folder: str) -> str:
    try:
        with open(f"{folder}/{environment.INTERPRETER_FILE}", encoding="utf-8") as file:  # noqa: PTH123
            return file.readline().rstrip("\n")
    except (OSError, ValueError):
        return ""


def _start(path: str) -> Finding:
    """Start the interpreter bare and say what that costs: it is paid at every call."""
    times = []
    for _ in range(_ROUNDS):
        begin = time.perf_counter()
        try:
            done = subprocess.run(
                [path, "-I", "-S", "-c", "import sys; sys.exit(sys.version_info < (3, 11))"],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=START_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return wrong("interpreter", f"{path} does not start: {error}", _SETUP)
        if done.returncode:
            return wrong("interpreter", f"{path} is no Python 3.11 or newer", _SETUP)
        times.append((time.perf_counter() - begin) * 1000)
    cost = statistics.median(times)
    text = f"{path}, {cost:.0f} ms to start bare"
    if cost > SLOW_START_MILLISECONDS:
        return notice("interpreter", f"{text}: each call waits for that")
    return fine("interpreter", text)


def _environment() -> Iterator[Finding]:
    if failure := environment.failure():
        yield wrong("environment", f"the last set-up failed: {failure.splitlines()[0]}", _SETUP)
    site = environment.ready()
    if not site:
        yield wrong("environment", "it is not set up: only crude tests guard", _SETUP)
        return
    yield fine("environment", site)
    if extras.site_of(extras.COMMAND_LINE) is None:
        yield notice("environment", "without rich, tables and pages are plain text", _SETUP)
