"""A host that keeps a slice's state in memory, for the modules that need no real one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from host.errors import StateError
from slices.guard.options import Options

if TYPE_CHECKING:
    from collections.abc import Callable

STATE_FILE = "/state.db"
ROOT = Path(__file__).parents[3]


@attrs.define
class MemoryStore:
    """A store in memory; `broken` makes every call raise as a full disk would."""

    kept: dict[str, str] = attrs.field(factory=dict)
    watched: tuple[str, ...] = ()
    broken: bool = False

    def get(self, key: str) -> str | None:
        self._check()
        return self.kept.get(key)

    def put(self, key: str, value: str) -> None:
        self._check()
        self.kept[key] = value

    def delete(self, prefix: str) -> None:
        self._check()
        self.kept = {k: v for k, v in self.kept.items() if not k.startswith(prefix)}

    def watch(self, texts: tuple[str, ...]) -> None:
        self._check()
        self.watched = texts

    def _check(self) -> None:
        if self.broken:
            raise StateError(STATE_FILE, "disk full", "Make room.")


@attrs.define
class MemoryHost:
    """The host of one slice, with counters that a test can look at."""

    options: Any = attrs.field(factory=Options)
    store: MemoryStore = attrs.field(factory=MemoryStore)
    counts: list[str] = attrs.field(factory=list)
    reading: Any = None

    def shell(self, call: object) -> Any:
        if isinstance(self.reading, Exception):
            raise self.reading
        return self.reading

    def count(self, name: str, detail: str = "") -> None:
        self.counts.append(name)

    def read_call(self, path: str, offset: int | None, limit: int | None) -> str:
        return f"read({path}, {offset}, {limit})"


@pytest.fixture
def host() -> MemoryHost:
    """Return an empty host in memory."""
    return MemoryHost()


@pytest.fixture
def loaded_by() -> Callable[[str], set[str]]:
    """Return a function that tells which modules an import loads in a fresh interpreter."""

    def loaded(module: str) -> set[str]:
        code = f"import sys, {module}; print('\\n'.join(sys.modules))"
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True
        )
        return set(done.stdout.split())

    return loaded
