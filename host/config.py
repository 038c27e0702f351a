"""Which slices are on, in which order, with which options: the layers of configuration, merged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
from attrs import frozen

from host import jsonfile
from host.errors import ConfigError, Problem
from host.jsonfile import JsonObject, kind
from host.options import unknown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


@frozen
class Given:
    """The options that one layer gives a slice; `at` is their path inside `file`."""

    file: str
    at: str
    values: Mapping[str, Any]


@frozen
class Switch:
    """What one layer says about one slice; `enabled` is None where it says nothing."""

    name: str
    enabled: bool | None = None
    options: Given | None = None


@frozen
class Layer:
    """One source of configuration: its switches in order, and what is wrong with it."""

    file: str
    switches: tuple[Switch, ...] = ()
    problems: tuple[Problem, ...] = ()


@frozen
class Entry:
    """One slice after all layers; a later `Given` wins, option by option."""

    name: str
    enabled: bool
    options: tuple[Given, ...] = ()


@frozen
class Config:
    """The slices in phase order, and the problems that the person is told about."""

    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...] = ()


def read(
    shipped: str, persons: Sequence[str], last_good: Mapping[str, Switch] | None = None
) -> Config:
    """Merge the shipped file with the person's files, later ones over earlier ones.

    Where a file is wrong, nothing of it counts: the switches of `last_good` do, and without them
    the shipped ones. Raises `ConfigError` where neither the shipped file nor `last_good` serves.
    """
    base = read_shipped(shipped)
    if base.problems and last_good is None:
        raise ConfigError("\n".join(str(problem) for problem in base.problems))
    kept = tuple((last_good or {}).values())
    if base.problems:
        base = attrs.evolve(base, switches=kept)
    known = tuple(switch.name for switch in base.switches)
    layers = [read_persons(file, known) for file in persons]
    problems = tuple(problem for layer in (base, *layers) for problem in layer.problems)
    if not problems:
        return Config(merge((base, *layers)))
    named = tuple(switch for switch in kept if switch.name in known)
    return Config(merge((base, Layer("", named))), problems)


def merge(layers: Iterable[Layer]) -> tuple[Entry, ...]:
    """Lay the layers over each other, the first one's order in force; an unsaid switch is on."""
    entries: dict[str, Entry] = {}
    for switch in (switch for layer in layers for switch in layer.switches):
        entry = entries.get(switch.name, Entry(switch.name, enabled=True))
        if switch.enabled is not None:
            entry = attrs.evolve(entry, enabled=switch.enabled)
        if switch.options is not None:
            entry = attrs.evolve(entry, options=(*entry.options, switch.options))
        entries[switch.name] = entry
    return tuple(entries.values())


def read_shipped(file: str) -> Layer:
    """Read `plugin.json`: `{"slices": [{"name": …, "enabled": …, "options": {…}}]}`."""
    value, problems = jsonfile.load(file)
    if value is None:
        missing = (Problem(file, "", "the file", "none"),)
        return Layer(file, problems=problems or missing)
    listed = value.get("slices")
    top = (*problems, *_unknown_keys(file, "", value, ("slices", "$schema")))
    if not isinstance(listed, list):
        return Layer(file, problems=(*top, Problem(file, "slices", "a list", kind(listed))))
    switches, wrong = _listed(file, listed)
    return Layer(file, switches, (*top, *wrong))


def read_persons(file: str, known: tuple[str, ...]) -> Layer:
    """Read a person's file: `{"slices": {NAME: {"enabled": …, "options": {…}}}}`; all optional."""
    value, problems = jsonfile.load(file)
    if value is None:
        return Layer(file, problems=problems)
    named = value.get("slices", {})
    top = (*problems, *_unknown_keys(file, "", value, ("slices", "$schema")))
    if not isinstance(named, dict):
        return Layer(file, problems=(*top, Problem(file, "slices", "an object", kind(named))))
    switches, wrong = _named(file, named, known)
    return Layer(file, switches, (*top, *wrong))


def _listed(file: str, listed: list[Any]) -> tuple[tuple[Switch, ...], tuple[Problem, ...]]:
    switches: dict[str, Switch] = {}
    problems: list[Problem] = []
    for index, value in enumerate(listed):
        at = f"slices[{index}]"
        name = value.get("name") if isinstance(value, dict) else None
        if not isinstance(name, str) or not name.isidentifier() or name in switches:
            wanted = "an object with a name of its own"
            problems.append(Problem(file, at, wanted, kind(name or value)))
            continue
        switches[name], wrong = _switch(file, at, name, value)
        problems += (*wrong, *_unknown_keys(file, at, value, ("name", "enabled", "options")))
    return tuple(switches.values()), tuple(problems)


def _named(
    file: str, named: JsonObject, known: tuple[str, ...]
) -> tuple[tuple[Switch, ...], tuple[Problem, ...]]:
    switches: list[Switch] = []
    problems: list[Problem] = []
    for name, value in named.items():
        at = f"slices.{name}"
        if name not in known:
            problems.append(unknown(file, at, name, known, "a slice"))
        elif not isinstance(value, dict):
            problems.append(Problem(file, at, "an object", kind(value)))
        else:
            switch, wrong = _switch(file, at, name, value)
            switches.append(switch)
            problems += (*wrong, *_unknown_keys(file, at, value, ("enabled", "options")))
    return tuple(switches), tuple(problems)


def _switch(file: str, at: str, name: str, value: JsonObject) -> tuple[Switch, tuple[Problem, ...]]:
    enabled = value.get("enabled")
    options = value.get("options")
    problems = []
    if "enabled" in value and not isinstance(enabled, bool):
        problems.append(Problem(file, f"{at}.enabled", "true or false", kind(enabled)))
        enabled = None
    if "options" in value and not isinstance(options, dict):
        problems.append(Problem(file, f"{at}.options", "an object", kind(options)))
        options = None
    given = Given(file, f"{at}.options", options) if options else None
    return Switch(name, enabled, given), tuple(problems)


def _unknown_keys(
    file: str, at: str, value: JsonObject, known: tuple[str, ...]
) -> tuple[Problem, ...]:
    return tuple(
        unknown(file, f"{at}.{key}".lstrip("."), key, known, "a key")
        for key in value
        if key not in known
    )
