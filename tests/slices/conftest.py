"""What the tests of every slice share: its folder's cases, and a run through the real phases."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from host import clients, paths, registry
from host.call import ToolCall
from host.desk import Desk
from host.phases import Round, decide
from host.registry import Loaded
from host.state import State

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from host.call import Decision, Occasion

HERE = Path(__file__).parent


@attrs.define
class Stand:
    """The slices of the repo on a state of their own, as an event would meet them."""

    members: tuple[registry.Member, ...]
    state: State
    desks: list[Desk] = attrs.field(factory=list)

    def decide(self, occasion: Occasion) -> Decision:
        """Ask the slices about one occasion."""
        desk = Desk(clients.load("claude-code"), self.state)
        self.desks.append(desk)
        quiet = Round(self.members, desk, {}, lambda name, what: None, lambda name, call: False)
        return decide(quiet, occasion)

    def counts(self) -> list[str]:
        """Return the names of all counters that were raised, in order."""
        return [row.name for desk in self.desks for row in desk.rows]

    def with_options(self, **given: Any) -> Stand:
        """Return the same stand with options of its slices changed."""
        members = tuple(
            attrs.evolve(m, options=attrs.evolve(m.options, **given))
            for m in self.members
            if isinstance(m, Loaded)
        )
        return attrs.evolve(self, members=members)


@pytest.fixture
def stand_of(tmp_path: Path) -> Callable[..., Stand]:
    """Return a function that sets up the named slices on an empty state."""

    def stand(*names: str) -> Stand:
        members = registry.load(names)
        assert all(isinstance(member, Loaded) for member in members), members
        return Stand(members, State(str(tmp_path / "state")))

    return stand


@pytest.fixture
def shell_call() -> Callable[..., ToolCall]:
    """Return a function that makes a shell call."""

    def make(command: str, cwd: str, **changes: Any) -> ToolCall:
        call = ToolCall("claude-code", "shell", "session-1", cwd, command=command)
        return attrs.evolve(call, **changes)

    return make


@pytest.fixture
def place_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Path, str]]:
    """Return a function that makes a case's files, and gives the project and the command."""

    def place(name: str, case: dict[str, Any]) -> tuple[Path, str]:
        top = tmp_path.resolve() / "project" / case.get("tree_in", "")
        tree = load_file(HERE / name / "tree.py")
        tree.make(top)
        for path, text in case.get("files", {}).items():
            tree.write(top / path, text)
        monkeypatch.setattr(paths, "home", lambda: str(top / "home"))
        return top, case["command"].replace("@TOP@", str(top))

    return place


def load_file(path: Path) -> ModuleType:
    """Import a module of the tests by its path; `tests/` holds no packages."""
    name = f"tests_{path.parent.name}_{path.stem}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]
