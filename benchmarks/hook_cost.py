"""Measures what one hook costs, as a ratio to a bare interpreter started in the same run.

Whole processes, interleaved: each round starts every kind once, so that a machine whose speed
drifts slows all kinds alike.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import machine

REPO = Path(__file__).resolve().parents[1]
ENTRY = REPO / "bin" / "tidegate-hook"
INTERPRETER = REPO / ".tidegate" / "env" / "interpreter"
WARM_UP_ROUNDS = 3  # fills the page cache and lets the first call write what it caches
SETTLE_SECONDS = 0.15  # the ledger is written after an answer, and not at the next one's cost
TARGET_RATIO = 1.5  # of a call no slice wants


def main() -> None:
    """Run the rounds and print a table."""
    options = _options()
    with tempfile.TemporaryDirectory(
        prefix="tidegate-bench-", ignore_cleanup_errors=True
    ) as scratch:
        kinds = _kinds(Path(scratch), _interpreter())
        times = _measure(kinds, options.rounds, _environment(Path(scratch)))
    print(machine.describe())
    print(f"{options.rounds} interleaved rounds, whole processes, wall time\n")
    print(_table(times))
    ratio = _ratio(times, "a call no slice wants")
    print(f"\na call no slice wants: {ratio:.2f} times bare (target: at most {TARGET_RATIO})")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=40)
    return parser.parse_args()


def _interpreter() -> str:
    """Return the interpreter that the hook entry starts, so that bare means the same one."""
    if not INTERPRETER.exists():
        sys.exit("there is no environment yet: run bin/tidegate demo first")
    return INTERPRETER.read_text().strip()


def _kinds(scratch: Path, python: str) -> dict[str, tuple[list[str], Path, str]]:
    """Return per kind: the command, the file on its stdin, and a text its answer must hold."""
    printed = scratch / "notes.txt"
    printed.write_text("one\ntwo\n")
    passes, denied = scratch / "passes.json", scratch / "denied.json"
    passes.write_text(_event("git status --short", scratch))
    denied.write_text(_event(f"cat {printed}", scratch))
    entry = [str(ENTRY), "claude-code"]
    return {
        "bare `python -I -S -c pass`": ([python, "-I", "-S", "-c", "pass"], passes, ""),
        "a call no slice wants": (entry, passes, ""),
        "a denied call, cold": (entry, denied, "Read(file_path="),
    }


def _event(command: str, cwd: Path) -> str:
    return json.dumps(
        {
            "session_id": "bench",
            "transcript_path": str(cwd / "transcript.jsonl"),
            "cwd": str(cwd),
            "hook_event_name": "PreToolUse",
            "permission_mode": "default",
            "tool_name": "Bash",
            "tool_input": {"command": command, "description": "measure"},
            "tool_use_id": "toolu_bench",
        }
    )


def _environment(scratch: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k in {"PATH", "HOME", "LANG"}}
    return {**kept, "XDG_STATE_HOME": str(scratch / "state"), "XDG_CONFIG_HOME": str(scratch)}


def _measure(
    kinds: dict[str, tuple[list[str], Path, str]], rounds: int, environment: dict[str, str]
) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {name: [] for name in kinds}
    for turn in range(WARM_UP_ROUNDS + rounds):
        for name, (command, event, expected) in kinds.items():
            milliseconds = _run(command, event, expected, environment)
            time.sleep(SETTLE_SECONDS)
            if turn >= WARM_UP_ROUNDS:
                times[name].append(milliseconds)
    return times


def _run(command: list[str], event: Path, expected: str, environment: dict[str, str]) -> float:
    with event.open("rb") as stdin:
        start = time.perf_counter()
        done = subprocess.run(
            command, stdin=stdin, capture_output=True, env=environment, check=False
        )
        elapsed = time.perf_counter() - start
    answer = done.stdout.decode()
    if done.stderr or expected not in answer or (not expected and answer):
        message = (
            f"{' '.join(command)} answered {answer!r}, not {expected!r}\n{done.stderr.decode()}"
        )
        raise SystemExit(message)
    return elapsed * 1000


def _ratio(times: dict[str, list[float]], name: str) -> float:
    bare = next(iter(times.values()))
    return statistics.median(times[name]) / statistics.median(bare)


def _table(times: dict[str, list[float]]) -> str:
    rows = ["| what | median ms | min | max | ratio to bare |", "| --- | --- | --- | --- | --- |"]
    for name, values in times.items():
        middle, low, high = statistics.median(values), min(values), max(values)
        ratio = _ratio(times, name)
        rows.append(f"| {name} | {middle:.1f} | {low:.1f} | {high:.1f} | {ratio:.2f} |")
    return "\n".join(rows)


if __name__ == "__main__":
    main()
