"""The last configuration without a fault, kept so that a later fault switches nothing off."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any

from host import jsonfile
from host.bare import write_file
from host.config import Given, Switch

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from host.config import Entry


def file_in(state_folder: str) -> str:
    """Return the path of the kept configuration."""
    return f"{state_folder}/last-good.json"


def load(file: str) -> dict[str, Switch] | None:
    """Return the kept switches by name, or None where there are none that can be used."""
    value, problems = jsonfile.load(file)
    if value is None or problems:
        return None
    kept = [_switch(file, name, entry) for name, entry in value.items()]
    return {switch.name: switch for switch in kept if switch is not None} or None


def keep(file: str, entries: Iterable[Entry]) -> None:
    """Keep these entries for later; a state folder that cannot be written keeps the older ones."""
    text = json.dumps({entry.name: _plain(entry) for entry in entries}, indent=1)
    with contextlib.suppress(OSError):
        if _same(file, text.encode()):
            return
        write_file(file, text.encode())


def merged(options: Iterable[Given]) -> dict[str, Any]:
    """Return the options of all layers, a later one's value over an earlier one's."""
    values: dict[str, Any] = {}
    for given in options:
        values.update(given.values)
    return values


def _plain(entry: Entry) -> dict[str, Any]:
    return {"enabled": entry.enabled, "options": merged(entry.options)}


def _same(file: str, data: bytes) -> bool:
    from host.files import read_bounded

    try:
        return read_bounded(file, len(data)) == data
    except FileNotFoundError:
        return False


def _switch(file: str, name: str, value: Mapping[str, Any]) -> Switch | None:
    if not isinstance(value, dict) or type(value.get("enabled")) is not bool:
        return None
    options = value.get("options")
    if not isinstance(options, dict) or not name.isidentifier():
        return None
    return Switch(name, value["enabled"], Given(file, f"{name}.options", options))
