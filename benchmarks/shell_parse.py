"""Measures how long the shell model takes per command size: the cost has to grow linearly."""

from __future__ import annotations

import gc
import statistics
import sys
import time
from pathlib import Path

import machine

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from host import shell

SIZES = (100, 1_000, 10_000, 100_000, 1_000_000)
ROUNDS = 5
PARTS = {
    "simple commands": "grep -n 'two words' src/main.c | sort -u && make -C build all; ",
    "one long word": "x",
    "here-documents": "cat <<A\nbody $x\nA\n",
    "nested substitutions": "$(",
    "quotes": "'a' \"b\" ",
}


def main() -> None:
    """Print one row per kind of command and size."""
    gc.disable()  # as the process that answers a call does
    print(machine.describe())
    print(f"median of {ROUNDS} parses\n")
    print("| command | bytes | outcome | ms | microseconds per KB |")
    print("| --- | --- | --- | --- | --- |")
    for kind, part in PARTS.items():
        for size in SIZES:
            print(_row(kind, (part * (size // len(part) + 1))[:size]))


def _row(kind: str, command: str) -> str:
    outcome = type(shell.parse(command)).__name__
    milliseconds = statistics.median(_time(command) for _ in range(ROUNDS))
    per_kilobyte = milliseconds * 1_000_000 / len(command)
    return f"| {kind} | {len(command):,} | {outcome} | {milliseconds:.2f} | {per_kilobyte:.0f} |"


def _time(command: str) -> float:
    start = time.perf_counter()
    shell.parse(command)
    return (time.perf_counter() - start) * 1000


if __name__ == "__main__":
    main()
