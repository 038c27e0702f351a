"""Keeps what the hook entry watches for in step with the scars of each folder in reach."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from host import paths, watches
from host.errors import StateError
from host.hook import FolderWatch
from slices.scar.own import globs, kept
from slices.scar.own.places import NAME, SUFFIX, declared, place_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host.hook import Host
    from slices.scar.own.read import Read


def refresh(cwd: str, host: Host, shipped: tuple[str, ...]) -> None:
    """Write the watch of each folder in reach whose watch is missing or stale.

    A folder that changed a moment ago is left stale, so that the next call looks again. So are all
    where the state cannot be written: then each call looks at the scars.
    """
    for path in watches.in_reach(declared(), cwd):
        if not watches.is_fresh(paths.state_folder(), NAME, path):
            _refresh(path, host, shipped)


def _refresh(path: str, host: Host, shipped: tuple[str, ...]) -> None:
    own = (path, paths.PLUGIN_FILE, paths.config_file())
    before = [(one, watches.stamp(one)) for one in own]
    reads = kept.load(place_of(path), host.store, shipped) if host.options.own else ()
    named = [(f"{path}/{r.file.name}{SUFFIX}", r.file.stamp) for r in reads if r.file.name]
    sources = (*before, *named)
    if not kept.is_racy([stamp for _, stamp in sources]):
        pieces = {piece for one in reads for piece in _pieces(one)}
        with contextlib.suppress(StateError):
            host.store.watch_folder(FolderWatch(path, sources, pieces=tuple(pieces)))


def _pieces(one: Read) -> Iterator[str]:
    for table in (one.raw or {}).get("when", ()):
        yield from (part or watches.EVERYTHING for part in _parts(table))


def _parts(table: dict[str, Any]) -> list[str]:
    """Return texts of which one stands in each call that the table can hold for."""
    for key in ("program", "redirects_to", "reads", "writes", "files"):
        if key in table:
            return [_last_part(str(one)) for one in table[key]]
    for one in table.get("arguments", ()):
        return [globs.literal_part(text) for text in (one if isinstance(one, list) else [one])]
    return [""]


def _last_part(pattern: str) -> str:
    return globs.literal_part(pattern.rstrip("/").rpartition("/")[2])
