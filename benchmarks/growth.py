"""Measures what a call costs as things grow: the command, the slices, the notes, the clients."""

from __future__ import annotations

import argparse
import contextlib
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import stage

if TYPE_CHECKING:
    from collections.abc import Callable

COMMAND_BYTES = (100, 1_000, 10_000, 100_000, 1_000_000)
SLICES_MORE = (0, 16, 96)
NOTES = (10, 1_000, 10_000)  # recall_index.py goes on from here
CLIENTS = (1, 8)
CALLS_EACH = 10


def main() -> None:
    """Print the tables that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("only", nargs="*", choices=[[], *TABLES], default=[])
    options = parser.parse_args()
    print(stage.heading(options.rounds))
    for name in options.only or TABLES:
        print(f"\n{name}\n")
        TABLES[name](options.rounds)


def commands(rounds: int) -> None:
    """Print the cost by the size of the command."""
    with contextlib.contextmanager(stage.stage)() as one:
        one.bring_up()
        kinds = {"bare": stage.bare()}
        for size in COMMAND_BYTES:
            passed = ("ls -la src; " * (size // 12 + 1))[:size]
            kinds[f"simple commands, warm, {size:,} bytes"] = one.warm(passed, None)
            denied = f"cat {one.project}/notes.txt"
            padded = denied + " " * max(size - len(denied), 0)
            kinds[f"one print and blanks, warm, {size:,} bytes"] = one.warm(padded, None)
            kinds[f"one print and blanks, cold, {size:,} bytes"] = one.cold(padded, None)
        print(stage.table(stage.measure(kinds, rounds)))


def slices(rounds: int) -> None:
    """Print the cost by the number of slices that are on."""
    makers = [contextlib.contextmanager(stage.stage)(more) for more in SLICES_MORE]
    with contextlib.ExitStack() as stack:
        kinds = {"bare": stage.bare()}
        for more, maker in zip(SLICES_MORE, makers, strict=True):
            one = stack.enter_context(maker)
            one.bring_up()
            printed = f"cat {one.project}/notes.txt"
            count = f"{more} idle slices more"
            kinds[f"no slice wants it, {count}"] = one.warm("git status --short")
            kinds[f"denied, warm, {count}"] = one.warm(printed, "Read(file_path=")
            kinds[f"denied, cold, {count}"] = one.cold(printed, "Read(file_path=")
        print(stage.table(stage.measure(kinds, rounds)))


def notes(rounds: int) -> None:
    """Print the cost by the number of notes of the project."""
    with contextlib.ExitStack() as stack:
        kinds = {"bare": stage.bare()}
        for count in NOTES:
            one = stack.enter_context(contextlib.contextmanager(stage.stage)())
            folder = one.project / ".tidegate" / "notes"
            folder.mkdir(parents=True)
            for number in range(count):
                text = f"---\nanchors:\n  - src/part{number}/config.yaml\n---\nNote {number}.\n"
                (folder / f"note-{number}.md").write_text(text)
            one.bring_up()
            _settle(one)
            kinds[f"no note of its files, {count:,} notes"] = one.warm("git status --short")
            kinds[f"one note told, warm, {count:,} notes"] = one.warm(
                "grep -n x src/part3/config.yaml | sort", None
            )
        print(stage.table(stage.measure(kinds, rounds)))


def clients(rounds: int) -> None:
    """Print what a call costs with one client and with eight at once."""
    with contextlib.contextmanager(stage.stage)() as one:
        one.bring_up()
        printed = f"cat {one.project}/notes.txt"
        kinds = {
            "no slice wants it": one.warm("git status --short"),
            "denied, warm": one.warm(printed, "Read(file_path="),
            "denied, cold": one.cold(printed, "Read(file_path="),
        }
        print("| clients | what | median ms of a call | calls a second |")
        print("| --- | --- | --- | --- |")
        for count in CLIENTS:
            for name, kind in kinds.items():
                print(f"| {count} | {name} | {_together(kind, count, rounds)} |")


def _together(kind: stage.Kind, count: int, rounds: int) -> str:
    calls = max(rounds, CALLS_EACH) * count
    start = time.perf_counter()
    with ThreadPoolExecutor(count) as pool:
        times = list(pool.map(lambda _: stage.run(kind), range(calls)))
    seconds = time.perf_counter() - start
    return f"{statistics.median(times):.1f} | {calls / seconds:.0f}"


def _settle(one: stage.Stage) -> None:
    """Have the index and the watch of the notes written: a few calls, a moment apart."""
    for _ in range(4):
        stage.run(one.cold("cat src/part1/config.yaml | sort"), check=False)
        time.sleep(2.5)


TABLES: dict[str, Callable[[int], None]] = {
    "commands": commands,
    "slices": slices,
    "notes": notes,
    "clients": clients,
}

if __name__ == "__main__":
    sys.exit(main())
