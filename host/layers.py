"""The layers of configuration: what each source says about the slices, and what is wrong in it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Literal

import attrs
from attrs import frozen

from host import jsonfile
from host.errors import Problem
from host.jsonfile import JsonObject, kind
from host.options import unknown
from host.paths import slice_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from host.here import Options
    from host.outside import Outside

    Known = tuple[str, ...] | None
    """The names of all slices, or None where any name will do."""

LayerName = Literal["shipped", "outside", "yours", "client", "project", "yours here", "last good"]
"""`yours here` is what the person's own file says about the project of the call; `outside`
is a slice of another distribution that no layer speaks of."""

_SWITCH_KEYS = ("enabled", "options")
_PROJECT_KEYS = ("slices", "$schema")
_PERSONS_KEYS = ("slices", "projects", "trusted_projects", "$schema")


@frozen
class Origin:
    """Which layer said something, and in which file or environment variable."""

    layer: LayerName = "last good"
    file: str = ""


@frozen
class Given:
    """The options that one layer gives a slice; `at` is their path inside `file`.

    Where they are `bound`, they may only tighten what the layers below say.
    """

    file: str
    at: str
    values: Mapping[str, Any]
    layer: LayerName = "last good"
    bound: bool = False


@frozen
class Switch:
    """What one layer says about one slice; `enabled` is None where it says nothing."""

    name: str
    enabled: bool | None = None
    options: Given | None = None
    origin: Origin = attrs.field(factory=Origin)


@frozen
class Layer:
    """One source of configuration: its switches in order, and what is wrong with it.

    `trusted` and `projects` are what a person's file says about projects: the folders whose own
    file may switch off and loosen, and the switches for each folder and all below it.
    """

    origin: Origin
    switches: tuple[Switch, ...] = ()
    problems: tuple[Problem, ...] = ()
    trusted: tuple[str, ...] = ()
    projects: tuple[tuple[str, tuple[Switch, ...]], ...] = ()

    def only(self, known: tuple[str, ...]) -> Layer:
        """Return the layer without the slices that are not known."""
        projects = tuple((folder, _only(said, known)) for folder, said in self.projects)
        return attrs.evolve(self, switches=_only(self.switches, known), projects=projects)


def read_shipped(file: str) -> Layer:
    """Read `plugin.json`: `{"slices": [{"name": …, "enabled": …, "options": {…}}]}`.

    Each folder of `slices/` beside the file needs its entry: what is not wanted is switched off by
    its name, so that an entry that got lost switches nothing off.
    """
    there = tuple(slice_names(os.path.dirname(file)))  # noqa: PTH120  no Path on the hot path
    reader = _Reader(Origin("shipped", file), there or None)
    value = reader.load()
    if value is None:
        if not reader.problems:
            reader.wrong("", "the file", "none")
        return reader.layer()
    reader.keys("", value, ("slices", "$schema"))
    listed = value.get("slices")
    if not isinstance(listed, list):
        reader.wrong("slices", "a list", kind(listed))
        return reader.layer()
    switches = reader.listed(listed)
    reader.complete(switches)
    return reader.layer(switches)


def of_outside(found: Iterable[Outside]) -> tuple[Switch, ...]:
    """Return the switches of other distributions' slices: off, until a file names them."""
    return tuple(
        Switch(one.name, enabled=False, origin=Origin("outside", one.origin)) for one in found
    )


def read_persons(file: str, known: Known, layer: LayerName = "yours") -> Layer:
    """Read a person's file: `slices`, `projects` and `trusted_projects`, all of them optional."""
    reader = _Reader(Origin(layer, file), known)
    value = reader.load()
    if value is None:
        return reader.layer()
    reader.keys("", value, _PERSONS_KEYS)
    switches = reader.named("slices", value.get("slices", {}))
    trusted = reader.folders("trusted_projects", value.get("trusted_projects", []))
    projects = reader.projects(value.get("projects", {}))
    return attrs.evolve(reader.layer(switches), trusted=trusted, projects=projects)


def read_project(file: str, known: Known, layer: LayerName = "project") -> Layer:
    """Read a project's `.tidegate.json`: `{"slices": {NAME: {"enabled": …, "options": {…}}}}`."""
    reader = _Reader(Origin(layer, file), known)
    value = reader.load()
    if value is None:
        return reader.layer()
    reader.keys("", value, _PROJECT_KEYS)
    return reader.layer(reader.named("slices", value.get("slices", {})))


def of_client(options: Options, known: tuple[str, ...]) -> Layer:
    """Return what the client's options say: a text for each slice that one is set for.

    An option that is no slice's is another plugin's, and not looked at.
    """
    switches, problems = [], []
    for name in known:
        variable, value = options.get(name, ("", "true"))
        if not variable:
            continue
        if value in ("true", "false"):
            switches.append(Switch(name, value == "true", origin=Origin("client", variable)))
        else:
            problems.append(Problem(variable, "", "true or false", kind(value)))
    return Layer(Origin("client"), tuple(switches), tuple(problems))


class _Reader:
    """One file on its way to a layer; it collects what is wrong."""

    def __init__(self, origin: Origin, known: Known) -> None:
        self.origin = origin
        self.known = known
        self.problems: list[Problem] = []

    def load(self) -> JsonObject | None:
        value, problems = jsonfile.load(self.origin.file)
        self.problems += problems
        return value

    def layer(self, switches: tuple[Switch, ...] = ()) -> Layer:
        return Layer(self.origin, switches, tuple(self.problems))

    def wrong(self, at: str, expected: str, got: str) -> None:
        self.problems.append(Problem(self.origin.file, at, expected, got))

    def keys(self, at: str, value: JsonObject, known: tuple[str, ...]) -> None:
        for key in value:
            if key not in known:
                where = f"{at}.{key}".lstrip(".")
                self.problems.append(unknown(self.origin.file, where, key, known, "a key"))

    def listed(self, listed: list[Any]) -> tuple[Switch, ...]:
        switches: dict[str, Switch] = {}
        for index, value in enumerate(listed):
            at = f"slices[{index}]"
            name = value.get("name") if isinstance(value, dict) else None
            if not isinstance(name, str) or not name.isidentifier() or name in switches:
                self.wrong(at, "an object with a name of its own", kind(name or value))
                continue
            if self.known is not None and name not in self.known:
                wrong = unknown(self.origin.file, f"{at}.name", name, self.known, "a slice")
                self.problems.append(wrong)
                continue
            switches[name] = self._switch(at, name, value)
            self.keys(at, value, ("name", *_SWITCH_KEYS))
        return tuple(switches.values())

    def complete(self, listed: tuple[Switch, ...]) -> None:
        names = [switch.name for switch in listed]
        for name in self.known or ():
            if name not in names:
                self.wrong("slices", f'an entry for the slice "{name}"', "none")
        if not (names or self.known):
            self.wrong("slices", "an entry for each slice", "an empty list")

    def named(self, top: str, named: object, layer: LayerName | None = None) -> tuple[Switch, ...]:
        if not isinstance(named, dict):
            self.wrong(top, "an object", kind(named))
            return ()
        switches = (self._named(f"{top}.{name}", name, named[name], layer) for name in named)
        return tuple(switch for switch in switches if switch is not None)

    def folders(self, at: str, listed: object) -> tuple[str, ...]:
        if not isinstance(listed, list):
            self.wrong(at, "a list of absolute folders", kind(listed))
            return ()
        wrong = [i for i, folder in enumerate(listed) if not _is_absolute(folder)]
        for index in wrong:
            self.wrong(f"{at}[{index}]", "an absolute folder", kind(listed[index]))
        return tuple(folder for folder in listed if _is_absolute(folder))

    def projects(self, named: object) -> tuple[tuple[str, tuple[Switch, ...]], ...]:
        if not isinstance(named, dict):
            self.wrong("projects", "an object", kind(named))
            return ()
        return tuple(self._projects(named))

    def _projects(self, named: JsonObject) -> Iterator[tuple[str, tuple[Switch, ...]]]:
        for folder, value in named.items():
            at = f'projects["{folder}"]'
            if not _is_absolute(folder):
                self.wrong(at, "an absolute folder", kind(folder))
            elif not isinstance(value, dict):
                self.wrong(at, "an object", kind(value))
            else:
                self.keys(at, value, ("slices",))
                yield folder, self.named(f"{at}.slices", value.get("slices", {}), "yours here")

    def _named(self, at: str, name: str, value: object, layer: LayerName | None) -> Switch | None:
        known = (name,) if self.known is None and name.isidentifier() else self.known or ()
        if name not in known:
            self.problems.append(_no_slice(self.origin.file, at, name, known))
            return None
        if not isinstance(value, dict):
            self.wrong(at, "an object", kind(value))
            return None
        self.keys(at, value, _SWITCH_KEYS)
        return self._switch(at, name, value, layer)

    def _switch(
        self, at: str, name: str, value: JsonObject, layer: LayerName | None = None
    ) -> Switch:
        enabled, options = value.get("enabled"), value.get("options")
        if "enabled" in value and not isinstance(enabled, bool):
            self.wrong(f"{at}.enabled", "true or false", kind(enabled))
            enabled = None
        if "options" in value and not isinstance(options, dict):
            self.wrong(f"{at}.options", "an object", kind(options))
            options = None
        origin = attrs.evolve(self.origin, layer=layer or self.origin.layer)
        given = Given(origin.file, f"{at}.options", options, origin.layer) if options else None
        return Switch(name, enabled, given, origin)


def _no_slice(file: str, at: str, name: str, known: tuple[str, ...]) -> Problem:
    """Return the problem of a name that no slice has; one that resembles none may be outside."""
    found = unknown(file, at, name, known, "a slice")
    if found.near:
        return found
    return attrs.evolve(found, expected=f"{found.expected} or one that `tidegate slices` finds")


def _is_absolute(folder: object) -> bool:
    return isinstance(folder, str) and (folder.startswith("/") or folder[1:3] in (":/", ":\\"))


def _only(switches: tuple[Switch, ...], known: tuple[str, ...]) -> tuple[Switch, ...]:
    return tuple(switch for switch in switches if switch.name in known)
