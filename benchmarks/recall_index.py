"""Measures what recall's index costs a call with 10 notes and with 100,000: it must be the same."""

# Each look-up opens the index anew, as a call does; the rounds of all sizes are interleaved.

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import machine

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from slices.recall import identity, index
from slices.recall.folders import NoteFolder, NoteFolders
from slices.recall.limits import RACY_MILLISECONDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from slices.recall.index import Index

SIZES = (10, 1_000, 100_000)
GLOB_SHARE = 10  # one note in so many has a glob
FOLDERS = 100


def main() -> None:
    """Build the indexes and print one row per look-up and size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tidegate-bench-") as scratch:
        sites = [Site(Path(scratch).resolve() / str(size), size) for size in options.sizes]
        print(machine.describe())
        print(f"\n{options.rounds} interleaved rounds, median in milliseconds\n")
        print("| look-up | " + " | ".join(f"{site.size:,} notes" for site in sites) + " |")
        print("| --- |" + " --- |" * len(sites))
        print(_row("first build", [[site.build()] for site in sites]))
        time.sleep(RACY_MILLISECONDS / 1000 + 0.1)
        for site in sites:
            site.settle()
        for name, look in LOOK_UPS.items():
            times = _measure(sites, look, options.rounds)
            print(_row(name, times))
        print(_row("after one note was added", _added(sites)))


class Site:
    """A project with so many notes: nine in ten for a file, one for a glob."""

    def __init__(self, place: Path, size: int) -> None:
        self.size = size
        self.root = place / "project"
        self.notes = self.root / ".tidegate" / "notes"
        self.notes.mkdir(parents=True)
        for number in range(size):
            self.add(number)
        self._folders = NoteFolders(
            NoteFolder(str(self.notes), str(self.root)), NoteFolder(str(place / "mine"))
        )
        self._state = str(place / "state")

    def add(self, number: int) -> None:
        """Write a note."""
        folder = f"part{number % FOLDERS}/unit{number // FOLDERS}"
        name = f'"{folder}/*.yaml"' if number % GLOB_SHARE == 0 else f"{folder}/config.yaml"
        text = f"---\nanchors:\n  - {name}\nseverity: caution\n---\nNote number {number}.\n"
        (self.notes / f"note-{number}.md").write_text(text)

    def open(self, *, whole: bool = False) -> Index:
        """Open the index as a call does."""
        return index.open_index(self._folders, self._state, whole=whole)

    def build(self) -> float:
        """Build the index and return the milliseconds it took."""
        start = time.perf_counter()
        self.settle()
        return (time.perf_counter() - start) * 1000

    def settle(self) -> None:
        """Bring the index up to date."""
        with self.open(whole=True):
            pass


def _exact(site: Site, found: Index) -> int:
    return len(found.exact(identity.keys(f"{site.root}/part1/unit0/config.yaml")))


def _globs(site: Site, found: Index) -> int:
    return len(found.globs(f"{site.root}/part0/unit0/x.yaml"))


def _pattern(site: Site, found: Index) -> int:
    return len(found.matching_pattern(f"{site.root}/part1/unit0/*.yaml"))


def _nothing(site: Site, found: Index) -> int:
    path = f"{site.root}/part1/unit0/other.yaml"
    return len(found.exact(identity.keys(path))) + len(found.globs(path)) + 1


def _named(_site: Site, found: Index) -> int:
    return 1 if found.named_in("make -C build all && ls -la other.yaml") == () else 0


LOOK_UPS: dict[str, Callable[[Site, Index], int]] = {
    "a file with a note": _exact,
    "a file that a glob matches": _globs,
    "a shell pattern": _pattern,
    "a file without a note": _nothing,
    "words of a command, none an anchor": _named,
}


def _measure(
    sites: list[Site], look: Callable[[Site, Index], int], rounds: int
) -> list[list[float]]:
    times: list[list[float]] = [[] for _ in sites]
    for _ in range(rounds):
        for site, kept in zip(sites, times, strict=True):
            start = time.perf_counter()
            with site.open() as found:
                count = look(site, found)
            kept.append((time.perf_counter() - start) * 1000)
            if count != 1:
                sys.exit(f"{look.__name__} found {count} notes of {site.size}, not 1")
    return times


def _added(sites: list[Site]) -> list[list[float]]:
    times = []
    for site in sites:
        site.add(site.size + 1)
        start = time.perf_counter()
        with site.open():
            times.append([(time.perf_counter() - start) * 1000])
    return times


def _row(name: str, times: list[list[float]]) -> str:
    cells = [f"{statistics.median(kept):,.2f}" for kept in times]
    return f"| {name} | {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
