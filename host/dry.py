"""A slice's state for one run, in memory alone: for questions that must change nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from host.desk import Desk

if TYPE_CHECKING:
    from host.hook import FolderWatch


@attrs.define
class DryStore:
    """A slice's state for one run: empty at first, in memory, gone afterwards."""

    kept: dict[str, str] = attrs.field(factory=dict)

    def get(self, key: str) -> str | None:
        """Return the value kept under `key`, or None."""
        return self.kept.get(key)

    def put(self, key: str, value: str) -> None:
        """Keep `value` under `key` for this run."""
        self.kept[key] = value

    def list(self, prefix: str) -> tuple[str, ...]:
        """Return the values whose keys begin with `prefix`, oldest first."""
        return tuple(value for key, value in self.kept.items() if key.startswith(prefix))

    def claim(self, key: str, value: str) -> bool:
        """Keep `value` under `key` for this run where nothing is kept."""
        if key in self.kept:
            return False
        self.kept[key] = value
        return True

    def swap(self, key: str, old: str, new: str) -> bool:
        """Keep `new` where `old` is kept now, for this run."""
        if self.kept.get(key) != old:
            return False
        self.kept[key] = new
        return True

    def delete(self, prefix: str) -> None:
        """Forget every key that begins with `prefix`."""
        self.kept = {k: v for k, v in self.kept.items() if not k.startswith(prefix)}

    def watch(self, texts: tuple[str, ...]) -> None:
        """Watch for nothing: the run is over before the next call."""

    def watch_folder(self, watched: FolderWatch) -> None:
        """Watch for nothing, as above."""


@attrs.define
class DryDesk(Desk):
    """A desk whose stores are dry; its counters go nowhere. `stores` may outlive the desk."""

    stores: dict[str, DryStore] = attrs.field(factory=dict, kw_only=True)

    def store(self, name: str) -> DryStore:
        """Return the slice's state of this run."""
        return self.stores.setdefault(name, DryStore())
