"""Holds a scar to its own cases, and its predicate to them part by part; nothing is run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from host.call import ToolCall
from host.errors import BudgetSpent
from host.shell import read
from host.shell.command import Setting
from host.shell.syntax import Unreadable
from slices.scar.options import Options
from slices.scar.parsed import Parsed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host.call import EventKind
    from slices.scar.contract import Case, Scar
    from slices.scar.predicate import Predicate

FOLDER = "/project"
"""Where a case runs; it is never looked at."""
HOME = "/home/person"


@attrs.frozen
class Wrong:
    """A case that does not hold, and what it was to be: `blocked` or `passed`."""

    case: Case
    expected: str
    got: str


def parse(case: Case, folder: str = FOLDER, event: EventKind = "tool.call") -> Parsed | str:
    """Return the parsed call of a case at an event, or why its command cannot be read."""
    known = {"HOME": HOME, "PWD": folder}
    setting = Setting(folder, known, lambda _: False, lambda path: path)
    reading = read(case.command, setting)
    if isinstance(reading, Unreadable):
        return reading.why
    call = ToolCall("", "shell", "", folder, command=case.command)
    options = Options(**{"platform": case.platform, **case.options})
    return Parsed(call, reading, options, case.platform, event, case.failed)


def wrong(scar: Scar, folder: str = FOLDER) -> Iterator[Wrong]:
    """Yield the cases that do not hold."""
    for expected, cases in (("blocked", scar.must_block), ("passed", scar.must_pass)):
        for case in cases:
            got = outcome(scar, scar.predicate, parse(case, folder, scar.event))
            if got != expected:
                yield Wrong(case, expected, got)


def survivors(scar: Scar, folder: str = FOLDER) -> Iterator[str]:
    """Yield the name of each weaker predicate that no case notices."""
    blocked = [parse(case, folder, scar.event) for case in scar.must_block]
    passed = [parse(case, folder, scar.event) for case in scar.must_pass]
    for mutant in scar.predicate.mutants():
        missed = any(outcome(scar, mutant.predicate, one) != "blocked" for one in blocked)
        if not missed and all(outcome(scar, mutant.predicate, one) == "passed" for one in passed):
            yield mutant.name


def outcome(scar: Scar, predicate: Predicate, parsed: Parsed | str) -> str:
    """Return `blocked`, `passed`, or why neither can be said."""
    if isinstance(parsed, str):
        return f"unreadable: {parsed}"
    if not scar.covers(parsed.event, parsed.call.tool, parsed.platform):
        return "passed"
    parsed.work.begin()
    try:
        return "blocked" if predicate.hits(parsed) else "passed"
    except BudgetSpent as error:
        return f"too much work: {error}"
