"""From a sound TOML table to a scar."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from slices.scar import reasons
from slices.scar.contract import Case, Measure, Scar
from slices.scar.own.when import Candidate, Tables
from slices.scar.predicate import Predicate, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from slices.scar.own.places import Place
    from slices.scar.parsed import Parsed


def scar(name: str, raw: dict[str, Any], place: Place) -> Scar:
    """Return the scar that a file declares; `schema.problems` found the table right.

    Raises `ContractError` where the contract still is not kept.
    """
    file = f"{place.path}/{name}.toml"
    predicate = _predicate(raw["when"], place.root)
    return Scar(
        id=name,
        version=raw.get("version", 1),
        title=raw["title"],
        origin=raw["origin"],
        evidence=raw["evidence"],
        event=raw.get("event", "tool.call"),
        tools=frozenset({"shell"}),
        platforms=frozenset(raw.get("platforms", ())),
        predicate=predicate,
        action=raw["action"],
        say=reasons.of_own(name, file, raw["title"], raw["message"], raw["action"]),
        way_out=raw["message"],
        must_block=_cases(raw["must_block"]),
        must_pass=_cases(raw["must_pass"]),
        measure=Measure(
            exposure="A shell call that the first clause of one of the tables holds for.",
            hit="A call of which a simple command is as one of the tables says.",
            unnecessary="Not known: the scar does not say what would have happened.",
            is_exposed=_exposure(predicate),
            needed_by=_not_known,
        ),
        retire_when=raw["retire_when"],
    )


def _predicate(tables: list[dict[str, Any]], root: str | None) -> Predicate:
    compiler = Tables(root)
    numbered = list(enumerate(tables, 1))
    return Predicate(
        sources=tuple(Source(f"when {number}", _each(number)) for number, _ in numbered),
        clauses=tuple(one for n, table in numbered for one in compiler.clauses(n, table)),
    )


def _exposure(predicate: Predicate) -> Callable[[Parsed], bool]:
    """Return the test for the first clause of each table: its programs, where it names any."""
    firsts = {one.name.partition(":")[0]: one for one in reversed(predicate.clauses)}
    wide = attrs.evolve(predicate, clauses=tuple(firsts.values()))
    return lambda parsed: bool(wide.hits(parsed))


def _not_known(hit: Candidate, parsed: Parsed) -> str:
    del hit, parsed
    return ""


def _each(number: int) -> Callable[[Parsed], Iterator[Candidate]]:
    def find(parsed: Parsed) -> Iterator[Candidate]:
        return (Candidate(number, command) for command in parsed.reading.commands)

    return find


def _cases(raw: list[dict[str, Any]]) -> tuple[Case, ...]:
    return tuple(
        Case(
            one["id"],
            one["command"],
            platform=one.get("platform", "linux"),
            failed=one.get("failed", False),
        )
        for one in raw
    )
