"""Switches a slice in the file of the layer that is asked, and leaves the rest of it alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host import jsonfile, jsontext
from host.errors import Problem
from host.here import PROJECT_FILE, within
from host.settings import Plan, SettingsError

if TYPE_CHECKING:
    from host.here import Here
    from host.jsonfile import JsonObject
    from host.jsontext import Keys

_NEW_FILE = "{}\n"


def everywhere(file: str, name: str, *, on: bool) -> Plan:
    """Plan to switch a slice in the person's file; raises `SettingsError` for one with a fault."""
    return _putting(file, (_way(name),), on=on)


def here_off(file: str, name: str, here: Here) -> Plan:
    """Plan to switch a slice off for one project in the person's file.

    A project's own file may not switch off, so the person's says it. Raises as above.
    """
    return _putting(file, (("projects", here.root, *_way(name)),), on=False)


def here_on(file: str, name: str, here: Here) -> tuple[Plan, ...]:
    """Plan to switch a slice on in the project's file, and wherever `file` has it off for it.

    `file` is the person's, which has the last word about the project. Raises as above.
    """
    own = here.file or f"{here.root.rstrip('/')}/{PROJECT_FILE}"
    _, tree = _read(file)
    projects = tree.get("projects")
    folders = projects if isinstance(projects, dict) else {}
    ways = [("projects", one, *_way(name)) for one in folders if within(here.root, one)]
    off = tuple(way for way in ways if jsontext.value(tree, way) == (True, False))
    plans = (_putting(own, (_way(name),), on=True), _putting(file, off, on=True))
    return tuple(plan for plan in plans if plan.changes)


def _way(name: str) -> Keys:
    return ("slices", name, "enabled")


def _putting(file: str, ways: tuple[Keys, ...], *, on: bool) -> Plan:
    before, tree = _read(file)
    text = _NEW_FILE if before is None else before
    for way in ways:
        _check_way(file, tree, way)
        if jsontext.value(tree, way) != (True, on):
            text = jsontext.put(text, way, on)
    unchanged = before is None and text == _NEW_FILE
    return Plan(file, before, None if unchanged else text)


def _read(file: str) -> tuple[str | None, JsonObject]:
    tree, problems = jsonfile.load(file)
    if problems:
        raise SettingsError("\n".join(map(str, problems)))
    if tree is None:
        return None, {}
    with open(file, encoding="utf-8", newline="") as read:  # noqa: PTH123  line ends stay as they are
        return read.read(), tree


def _check_way(file: str, tree: JsonObject, way: Keys) -> None:
    for length in range(1, len(way)):
        there, found = jsontext.value(tree, way[:length])
        if there and not isinstance(found, dict):
            at = ".".join(way[:length])
            raise SettingsError(str(Problem(file, at, "an object", jsonfile.kind(found))))
