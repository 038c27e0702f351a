"""The client's options as the last hook met them, for commands that the client does not start."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING

from host import clients, jsonfile
from host.bare import write_file

if TYPE_CHECKING:
    from collections.abc import Iterable

    from host.here import Options


def options(state_folder: str, client: str) -> Options:
    """Return what the client's environment gives here, or else what it gave the last hook."""
    if given := clients.load(client).options():
        return given
    kept, problems = jsonfile.load(_file(state_folder, client))
    if kept is None or problems:
        return {}
    return {
        name: (pair[0], pair[1])
        for name, pair in kept.items()
        if isinstance(pair, list) and [type(text) for text in pair] == [str, str]
    }


def keep(state_folder: str, client: str, given: Options, known: Iterable[str]) -> None:
    """Keep the options of the known slices alone: others are another plugin's, and may be secret.

    A folder that cannot be written keeps the older ones.
    """
    value = {name: given[name] for name in known if name in given}
    kept, _ = jsonfile.load(_file(state_folder, client))
    if (kept or {}) != {name: list(pair) for name, pair in value.items()}:
        with contextlib.suppress(OSError):
            write_file(_file(state_folder, client), json.dumps(value).encode())


def _file(state_folder: str, client: str) -> str:
    return f"{state_folder}/options.{client.replace('-', '_')}.json"
