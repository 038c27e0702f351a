"""Measures what one hook costs, as a ratio to a bare interpreter started in the same run."""

from __future__ import annotations

import argparse
import contextlib
import shutil
import sys
from pathlib import Path

import stage
from stage import Kind

SCRIPT = Path(__file__).with_name("plain_script.py")
JQ = ".tool_input.command"


def main() -> None:
    """Run the rounds and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=40)
    rounds = parser.parse_args().rounds
    with contextlib.contextmanager(stage.stage)() as one:
        one.bring_up()
        times = stage.measure(kinds(one), rounds)
    print(stage.heading(rounds))
    print(stage.table(times))


def kinds(one: stage.Stage) -> dict[str, Kind]:
    """Return what is measured, the yardstick first."""
    printed = f"cat {one.project}/notes.txt"
    python = stage.interpreter()
    found = {
        "bare `python -I -S -c pass`": stage.bare(),
        "no hook: `sh` that starts `/bin/true`": Kind(("/bin/sh", "-c", "/bin/true; exit")),
        "a call no slice wants": one.warm("git status --short"),
        "a denied call, warm": one.warm(printed, "Read(file_path="),
        "a denied call, cold": one.cold(printed, "Read(file_path="),
        "a plain script, a call it lets run": Kind(
            (python, str(SCRIPT)), one.event("git status --short")
        ),
        "a plain script, a denied call": Kind(
            (python, str(SCRIPT)), one.event(printed), "Read(file_path="
        ),
    }
    if jq := shutil.which("jq"):
        found["`jq` that prints the command"] = Kind(
            (jq, "-r", JQ), one.event("git status --short"), "git status"
        )
    return found


if __name__ == "__main__":
    sys.exit(main())
