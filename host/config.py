"""Which slices are on, in which order, with which options: the layers laid over each other."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import attrs
from attrs import frozen

from host import here as place
from host.errors import ConfigError, Problem
from host.here import NOWHERE, Here
from host.layers import (
    Given,
    Layer,
    Origin,
    Switch,
    of_client,
    read_persons,
    read_project,
    read_shipped,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@frozen
class Entry:
    """One slice after all layers; a later `Given` wins, option by option."""

    name: str
    enabled: bool
    options: tuple[Given, ...] = ()
    origin: Origin = attrs.field(factory=lambda: Origin("shipped"))
    """Who said last whether it is on."""


@frozen
class Config:
    """The slices in phase order, and the problems that the person is told about.

    `refused` is what the project's file may not do; the rest of that file counts.
    """

    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...] = ()
    refused: tuple[Problem, ...] = ()
    base: Layer = attrs.field(factory=lambda: Layer(Origin()))
    """All layers but the project's own, as one: what stands in for them after a later fault."""
    project: Layer = attrs.field(factory=lambda: Layer(Origin("project")))
    trusted: bool = False
    """Whether the project's file may switch off and loosen."""

    @property
    def project_folder(self) -> str:
        """The folder of the project's file, "" where there is none."""
        return os.path.dirname(self.project.origin.file)  # noqa: PTH120  no Path on the hot path


@frozen
class Kept:
    """What was without a fault last: everything but the project's file, and that file."""

    base: Layer | None = None
    project: Layer | None = None


def read(
    shipped: str,
    persons: Sequence[str],
    kept: Kept | None = None,
    here: Here = NOWHERE,
    others: Iterable[Switch] = (),
) -> Config:
    """Lay the shipped file, the person's files, the client's options and the project's file.

    `others` are the slices of other distributions, which come after those of the shipped file.

    Where a file is wrong, nothing of it counts: what was kept of it stands in. A client's option
    that is wrong leaves the others. Raises `ConfigError` where there is no list of slices at all.
    """
    kept = kept or Kept()
    base = read_shipped(shipped)
    if base.problems and kept.base is None:
        raise ConfigError("\n".join(str(problem) for problem in base.problems))
    if base.problems and kept.base is not None:
        base = attrs.evolve(base, switches=kept.base.switches)
    base = _with(base, others)
    known = tuple(switch.name for switch in base.switches)
    own = [read_persons(file, known) for file in persons]
    client = of_client(here.options, known)
    stack = _stack(base, own, client, _standing_in(kept, known), _odd(here, client))
    project = _project(here, known, kept)
    merged = _Merged()
    for layer in stack:
        merged.lay(layer.switches)
    below = merged.layer(stack)
    merged.lay(project.switches, bound=not _trusts(below.trusted, here.file))
    merged.lay(_about(below.projects, here.root))
    return Config(
        merged.entries(),
        tuple(problem for layer in (base, *own, client, project) for problem in layer.problems),
        tuple(merged.refused),
        below,
        project,
        trusted=bool(here.file) and _trusts(below.trusted, here.file),
    )


def _with(base: Layer, others: Iterable[Switch]) -> Layer:
    ours = {switch.name for switch in base.switches}
    more = (other for other in others if other.name not in ours)
    return attrs.evolve(base, switches=(*base.switches, *more))


def _stack(
    base: Layer, own: list[Layer], client: Layer, kept: Layer, odd: frozenset[str]
) -> list[Layer]:
    """Return the layers that count below the project's, with the kept one for what is wrong.

    `odd` are the slices whose client's option is wrong: of these the switch alone stands in.
    """
    if base.problems or any(layer.problems for layer in own):
        return [base, kept, client]
    lost = (attrs.evolve(one, options=None) for one in kept.switches if one.name in odd)
    return [base, *own, Layer(kept.origin, tuple(lost)), client]


def _standing_in(kept: Kept, known: tuple[str, ...]) -> Layer:
    return Layer(Origin()) if kept.base is None else kept.base.only(known)


def _odd(here: Here, client: Layer) -> frozenset[str]:
    variables = {problem.file for problem in client.problems}
    return frozenset(name for name, (own, _) in here.options.items() if own in variables)


def _project(here: Here, known: tuple[str, ...], kept: Kept) -> Layer:
    if not here.file:
        return Layer(Origin("project"))
    found = read_project(here.file, known)
    if not found.problems:
        return found
    stands_in = () if kept.project is None else kept.project.only(known).switches
    return attrs.evolve(found, switches=stands_in)


def _trusts(trusted: tuple[str, ...], file: str) -> bool:
    """Tell whether the folder of a project's file is trusted; a folder below one is not."""
    folder = os.path.realpath(os.path.dirname(file))  # noqa: PTH120  no Path on the hot path
    return any(os.path.realpath(one) == folder for one in trusted)


def _about(projects: tuple[tuple[str, tuple[Switch, ...]], ...], root: str) -> tuple[Switch, ...]:
    """Return what the person says about the project, the nearest folder's word last."""
    spellings = (root, os.path.realpath(root)) if root else ()
    found = [
        (folder, said)
        for folder, said in projects
        if any(place.within(one, other) for one in spellings for other in _spellings(folder))
    ]
    nearest_last = sorted(found, key=lambda pair: len(pair[0].rstrip("/")))
    return tuple(switch for _, said in nearest_last for switch in said)


def _spellings(folder: str) -> tuple[str, str]:
    return folder, os.path.realpath(folder)


class _Merged:
    """The layers so far; `refused` is what bound ones may not do."""

    def __init__(self) -> None:
        self._entries: dict[str, Entry] = {}
        self.refused: list[Problem] = []

    def lay(self, switches: Iterable[Switch], *, bound: bool = False) -> None:
        """Lay a layer over the others; a switch that nobody said is on.

        A bound layer may switch on, and may only tighten what was on before it.
        """
        for switch in switches:
            entry = self._entries.get(switch.name, Entry(switch.name, enabled=True))
            was_on = entry.enabled
            if bound and was_on and switch.enabled is False:
                self.refused.append(_switches_off(switch))
            elif switch.enabled is not None:
                entry = attrs.evolve(entry, enabled=switch.enabled, origin=switch.origin)
            if switch.options is not None:
                given = attrs.evolve(switch.options, bound=bound and was_on)
                entry = attrs.evolve(entry, options=(*entry.options, given))
            self._entries[switch.name] = entry

    def entries(self) -> tuple[Entry, ...]:
        """Return the slices in the first layer's order."""
        return tuple(self._entries.values())

    def layer(self, stack: Iterable[Layer]) -> Layer:
        """Return what was laid so far as one layer, with what the stack says about projects."""
        layers = tuple(stack)
        return Layer(
            Origin(),
            tuple(_switch(entry) for entry in self._entries.values()),
            trusted=tuple(folder for layer in layers for folder in layer.trusted),
            projects=tuple(about for layer in layers for about in layer.projects),
        )


def _switch(entry: Entry) -> Switch:
    values = merged(entry.options)
    given = Given("", f"{entry.name}.options", values) if values else None
    return Switch(entry.name, entry.enabled, given, entry.origin)


def merged(options: Iterable[Given]) -> dict[str, object]:
    """Return the options of all layers, a later one's value over an earlier one's."""
    values: dict[str, object] = {}
    for given in options:
        values.update(given.values)
    return values


def _switches_off(switch: Switch) -> Problem:
    at = f"slices.{switch.name}.enabled"
    expected = "true (a project that you do not trust cannot switch off what you have on)"
    return Problem(switch.origin.file, at, expected, "false")
