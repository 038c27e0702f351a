"""Looks at the configuration: faults, refusals, slices that do not load, a stale trigger file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from host import outside, paths, triggers
from host.bundle import read_own
from host.errors import ConfigError
from host.findings import Finding, fine, notice, wrong
from host.limits import TRIGGER_FILE_MAX_BYTES
from host.registry import Broken

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from host.house import House


def furnished(make: Callable[[], House]) -> tuple[House | None, tuple[Finding, ...]]:
    """Return the house, or None and why there is none."""
    try:
        return make(), ()
    except ConfigError as error:
        mend = "Install this copy of tidegate anew: its plugin.json is not whole."
        return None, (wrong("configuration", str(error), mend),)


def look(house: House) -> Iterator[Finding]:
    """Look at what the layers say and at what became of it."""
    for problem in house.config.problems:
        mend = f"Mend it in {problem.file}; until then what was good last counts."
        yield wrong("configuration", str(problem), mend)
    for refused in house.config.refused:
        mend = f"To let it, name the project in trusted_projects of {paths.config_file()}."
        yield notice("configuration", str(refused), mend)
    if not house.config.problems:
        files = [paths.config_file(), house.here.file]
        read = [file for file in files if file and os.path.exists(file)]  # noqa: PTH110
        yield fine("configuration", ", ".join(read) or "the shipped defaults")
    yield from _gone(house)
    for member in house.members:
        if isinstance(member, Broken):
            setup = f"Run {paths.ROOT}/bin/tidegate setup"
            todo = setup if outside.find(member.name) is None else "Mend its distribution"
            mend = f"{todo}; until then its crude test guards."
            text = f"it is on and does not load: {member.failure.detail}"
            yield wrong(f"slice {member.name}", text, mend)
    yield _trigger_file(house)


def _gone(house: House) -> Iterator[Finding]:
    """Look for folders that the person's file speaks of, and that are not there any more."""
    base = house.config.base
    folders = [*(folder for folder, _ in base.projects), *base.trusted]
    for folder in dict.fromkeys(folders):
        if not os.path.isdir(folder):  # noqa: PTH112  paths are texts here
            mend = f"Take it out of {paths.config_file()}, or correct it."
            yield notice("configuration", f"{folder} is named there, and is no folder", mend)


def _trigger_file(house: House) -> Finding:
    """Look at the trigger file; a stale one costs the next call a full run, and no more."""
    file = triggers.trigger_file(house.here)
    raw = read_own(file, TRIGGER_FILE_MAX_BYTES)
    if raw is None:
        return fine("trigger file", "none for this project yet: the next call writes it")
    if triggers.unpacked(raw) is None:
        return wrong(
            "trigger file", f"{file} is damaged: every call takes the long way", f"Remove {file}."
        )
    return fine("trigger file", file)
