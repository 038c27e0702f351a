"""From visits to figures: how many sessions met something at all, and how often those did."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import attrs
from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from host.audit.replay import Visit
    from host.ledger import Row

    Label = Callable[[Visit], str]
    What = Callable[[Row], str]

COUNT = "count"


@frozen
class Figure:
    """How often one thing was met in the events of one label (a window, a model; "" for all).

    `sessions` are those with a call under the label, `tried` those of them that met it, and
    `times` is how often they did in all.
    """

    label: str
    slice: str
    what: str
    times: int
    tried: int
    sessions: int

    @property
    def share(self) -> float:
        """Which share of the sessions met it at all, from 0 to 1."""
        return self.tried / self.sessions if self.sessions else 0.0

    @property
    def each(self) -> float:
        """How often a session met it that met it at all."""
        return self.times / self.tried if self.tried else 0.0


def answer_or_counter(row: Row) -> str:
    """Return the name of a counter, else the kind of answer (`deny`, `context`, `failure`)."""
    return row.name if row.kind == COUNT else row.kind


@attrs.define
class Tally:
    """Takes visits one by one; `label` sorts them, and `what` names a row, "" to leave it out."""

    label: Label
    what: What = answer_or_counter
    calls: Counter[str] = attrs.field(factory=Counter, init=False)
    _sessions: dict[str, set[str]] = attrs.field(factory=lambda: defaultdict(set), init=False)
    _met: dict[tuple[str, str, str], Counter[str]] = attrs.field(
        factory=lambda: defaultdict(Counter), init=False
    )

    def add(self, visit: Visit) -> None:
        """Count one visit."""
        label = self.label(visit)
        if visit.is_call:
            self.calls[label] += 1
            self._sessions[label].add(visit.session)
        for row in visit.rows:
            if what := self.what(row):
                self._met[label, row.slice, what][visit.session] += 1

    @property
    def sessions(self) -> Mapping[str, int]:
        """How many sessions had a call, per label."""
        return {label: len(found) for label, found in self._sessions.items()}

    def figures(self, expected: Iterable[tuple[str, str]] = ()) -> Iterator[Figure]:
        """Yield the figures by slice, thing and label.

        Each thing that was met under one label, and each of `expected`, has a figure under every
        label: none is a figure too.
        """
        things = sorted({(name, what) for _, name, what in self._met} | set(expected))
        for name, what in things:
            for label in sorted(self._sessions):
                met = self._met.get((label, name, what), Counter())
                yield Figure(label, name, what, met.total(), len(met), len(self._sessions[label]))
