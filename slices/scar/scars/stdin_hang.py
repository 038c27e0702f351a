"""The scar `stdin-hang`: a program and something else that want the same standard input."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from slices.scar import reasons
from slices.scar.contract import Measure, Scar
from slices.scar.origins import STDIN_HANG
from slices.scar.predicate import AnyOf, Clause, Predicate, Source
from slices.scar.scars.stdin_hang_cases import MUST_BLOCK, MUST_PASS
from slices.scar.stdin.programs import PROGRAMS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from slices.scar.parsed import Parsed
    from slices.scar.predicate import Holds
    from slices.scar.stdin.inputs import Input, Kind
    from slices.scar.stdin.programs import Rule


@frozen
class Fight:
    """A command that takes its program from its standard input, and what that is connected to."""

    program: str
    inputs: tuple[Input, ...]

    def times(self, kind: Kind) -> int:
        """Return how many of the inputs are of that kind."""
        return sum(one.kind == kind for one in self.inputs)


def _taken_by(rule: Rule) -> Callable[[Parsed], Iterator[Fight]]:
    def find(parsed: Parsed) -> Iterator[Fight]:
        for taker in parsed.takers:
            if taker.inputs and rule(taker.command):
                yield Fight(taker.command.program or "", taker.inputs)

    return find


def has_document(fight: Fight, parsed: Parsed) -> bool:
    """Tell whether a here-document is among the inputs."""
    del parsed
    return fight.times("here-document") > 0


def _has(kind: Kind, at_least: int = 1) -> Holds:
    def holds(fight: Fight, parsed: Parsed) -> bool:
        del parsed
        return fight.times(kind) >= at_least

    return holds


def needed_by(fight: Fight, parsed: Parsed) -> str:
    """Return `shell` where an input is lost: all but the last are, and the null device is none."""
    del parsed
    return "shell" if any(not one.is_null for one in fight.inputs[:-1]) else ""


def is_exposed(parsed: Parsed) -> bool:
    """Tell whether a program comes from a here-document at all."""
    fights = (fight for source in SOURCES for fight in source.find(parsed))
    return any(has_document(fight, parsed) for fight in fights)


SOURCES = tuple(Source(f"a program of {name}", _taken_by(rule)) for name, rule in PROGRAMS.items())

SCAR = Scar(
    id=STDIN_HANG.name,
    version=1,
    title="A here-document with a program, and another standard input beside it",
    origin=STDIN_HANG.incident,
    evidence=STDIN_HANG.evidence,
    event="tool.call",
    tools=frozenset({"shell"}),
    predicate=Predicate(
        sources=SOURCES,
        clauses=(
            Clause("a here-document is its standard input", has_document),
            AnyOf(
                "something else is its standard input too",
                (
                    Clause("a file", _has("file")),
                    Clause("a pipe", _has("pipe")),
                    Clause("a here-string", _has("here-string")),
                    Clause("another descriptor", _has("descriptor")),
                    Clause("a second here-document", _has("here-document", 2)),
                ),
            ),
        ),
    ),
    action="deny",
    say=reasons.stdin_hang,
    way_out=(
        "Leave out what stands beside the here-document. Where the program reads data, put the"
        " program into a file with the write tool, run that file, and give it the data."
    ),
    must_block=MUST_BLOCK,
    must_pass=MUST_PASS,
    measure=Measure(
        exposure="A shell call in which an interpreter takes its program from a here-document.",
        hit="A call in which that interpreter's standard input is given a second time.",
        unnecessary="A hit in which the here-document wins and only the null device is lost.",
        is_exposed=is_exposed,
        needed_by=needed_by,
    ),
    retire_when=STDIN_HANG.remove_when,
)
