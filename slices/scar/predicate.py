"""A scar's predicate as data, so that it can be shown, asked, and weakened clause by clause."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import attrs
from attrs import frozen, validators

if TYPE_CHECKING:
    from collections.abc import Iterator

    from slices.scar.parsed import Parsed

Find = Callable[[Any], Iterable[Any]]
Holds = Callable[[Any, Any], bool]

_NAME = validators.and_(validators.instance_of(str), validators.min_len(1))


@frozen
class Source:
    """One way in which a parsed call can hold what the scar is about.

    `find` is a pure function of the parsed call, and gives the subjects that the clauses judge:
    for example each file that a certain form of command writes.
    """

    name: str = attrs.field(validator=_NAME)
    find: Find = attrs.field(validator=validators.is_callable())


@frozen
class Clause:
    """One condition on a subject; `holds(subject, parsed)` is pure."""

    name: str = attrs.field(validator=_NAME)
    holds: Holds = attrs.field(validator=validators.is_callable())


@frozen
class AnyOf:
    """A condition that holds where one of its clauses does."""

    name: str = attrs.field(validator=_NAME)
    clauses: tuple[Clause, ...] = attrs.field(validator=validators.min_len(2))

    def holds(self, subject: Any, parsed: Parsed) -> bool:
        """Tell whether one of the clauses holds."""
        return any(clause.holds(subject, parsed) for clause in self.clauses)


@frozen
class Mutant:
    """A predicate with one clause taken out, and which one that is."""

    name: str
    predicate: Predicate


@frozen
class Predicate:
    """Subjects of any source for which every clause holds."""

    sources: tuple[Source, ...] = attrs.field(validator=validators.min_len(1))
    clauses: tuple[Clause | AnyOf, ...] = ()

    def hits(self, parsed: Parsed) -> tuple[Any, ...]:
        """Return the subjects that the scar acts on, each once, in the order of the sources."""
        found = (subject for source in self.sources for subject in source.find(parsed))
        hit = (s for s in found if all(clause.holds(s, parsed) for clause in self.clauses))
        return tuple(dict.fromkeys(hit))

    def mutants(self) -> Iterator[Mutant]:
        """Yield this predicate with one part changed: each change is one the cases must notice.

        A source is taken out, a clause is taken for true, or one way of an any-of is taken out.
        """
        for source in self.sources:
            kept = tuple(other for other in self.sources if other is not source)
            yield Mutant(
                f"without the source: {source.name}", _Sources(sources=kept, clauses=self.clauses)
            )
        for at, clause in enumerate(self.clauses):
            before, after = self.clauses[:at], self.clauses[at + 1 :]
            changed = attrs.evolve(self, clauses=before + after)
            yield Mutant(f"without the clause: {clause.name}", changed)
            for narrower in _narrower(clause):
                changed = attrs.evolve(self, clauses=(*before, narrower.any_of, *after))
                yield Mutant(f"{clause.name}, without: {narrower.left_out}", changed)


@frozen
class _Sources(Predicate):
    """A predicate that may have lost its last source."""

    sources: tuple[Source, ...] = ()


@frozen
class _Ways(AnyOf):
    """An any-of that may have lost all ways but one."""

    clauses: tuple[Clause, ...] = ()


@frozen
class _Narrower:
    any_of: AnyOf
    left_out: str


def _narrower(clause: Clause | AnyOf) -> Iterator[_Narrower]:
    if not isinstance(clause, AnyOf):
        return
    for one in clause.clauses:
        kept = tuple(other for other in clause.clauses if other is not one)
        yield _Narrower(_Ways(name=clause.name, clauses=kept), one.name)
