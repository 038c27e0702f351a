"""The last configuration without a fault, kept so that a later fault switches nothing off."""

# It has the shape of the files that it stands in for: the person's, and a project's.

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any

from host.bare import write_file
from host.config import Kept
from host.layers import read_persons, read_project

if TYPE_CHECKING:
    from collections.abc import Iterable

    from host.here import Here
    from host.layers import Layer, Switch


def load(state_folder: str, here: Here) -> Kept:
    """Return what was kept for this place; a kept file with a fault is none."""
    base = read_persons(file_in(state_folder), None, "last good")
    project = read_project(_project_file(state_folder, here), None, "last good")
    return Kept(_usable(base), _usable(project) if here.file else None)


def keep(state_folder: str, base: Layer) -> None:
    """Keep everything but the project's file; a folder that cannot be written keeps the older."""
    projects = {folder: {"slices": _plain(said)} for folder, said in base.projects}
    value = {
        "slices": _plain(base.switches),
        "trusted_projects": list(base.trusted),
        "projects": projects,
    }
    _write(file_in(state_folder), value)


def keep_project(state_folder: str, here: Here, project: Layer) -> None:
    """Keep what a project's file said, as above."""
    _write(_project_file(state_folder, here), {"slices": _plain(project.switches)})


def files(state_folder: str, here: Here) -> tuple[str, ...]:
    """Return the paths of what `load` reads for this place."""
    return (file_in(state_folder), _project_file(state_folder, here))


def file_in(state_folder: str) -> str:
    """Return the path of the kept configuration."""
    return f"{state_folder}/last-good.json"


def _project_file(state_folder: str, here: Here) -> str:
    import _imp

    name = _imp.source_hash(0, here.file.encode("utf-8", "surrogateescape")).hex()
    return f"{state_folder}/projects/{name}.json"


def _usable(layer: Layer) -> Layer | None:
    return layer if layer.switches and not layer.problems else None


def _plain(switches: Iterable[Switch]) -> dict[str, Any]:
    return {switch.name: _said(switch) for switch in switches}


def _said(switch: Switch) -> dict[str, Any]:
    said: dict[str, Any] = {} if switch.enabled is None else {"enabled": switch.enabled}
    return said if switch.options is None else {**said, "options": dict(switch.options.values)}


def _write(file: str, value: dict[str, Any]) -> None:
    data = json.dumps(value, indent=1).encode()
    with contextlib.suppress(OSError):
        if not _same(file, data):
            write_file(file, data)


def _same(file: str, data: bytes) -> bool:
    from host.files import read_bounded

    try:
        return read_bounded(file, len(data)) == data
    except FileNotFoundError:
        return False
