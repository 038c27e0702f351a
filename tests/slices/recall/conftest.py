"""A project with notes, and the recall slice as events meet it there."""

from __future__ import annotations

import itertools
import os
import re
import time
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from host import clients, paths, registry
from host.call import SessionEvent, ToolCall, ToolResult
from host.desk import Desk
from host.phases import Round, decide
from host.registry import Loaded
from host.state import State
from slices.recall import index_schema

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

    from host.call import Decision, Occasion

_IDS = itertools.count()
_LONG_AGO_SECONDS = 3600


@attrs.define
class Bench:
    """One person's machine: a project, a home, a state, and recall alone."""

    root: Path
    member: Loaded
    desks: list[Desk] = attrs.field(factory=list)

    @property
    def project(self) -> Path:
        """The project's folder."""
        return self.root / "repo"

    @property
    def state(self) -> Path:
        """The state folder."""
        return self.root / "state" / "tidegate"

    def file(self, name: str, text: str = "text\n") -> Path:
        """Write a file of the project, as if long ago."""
        path = self.project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return self.age(path)

    def note(
        self, name: str, *anchors: str, text: str = "", mine: bool = False, **more: str
    ) -> None:
        """Write a note, as if long ago; its text is its id where none is given."""
        folder = self.root / "config/tidegate/notes" if mine else self.project / ".tidegate/notes"
        folder.mkdir(parents=True, exist_ok=True)
        rows = [f"  - '{anchor}'" for anchor in anchors]
        lines = ["---", "anchors:", *rows, *(f"{k}: {v}" for k, v in more.items()), "---"]
        (folder / f"{name}.md").write_text("\n".join([*lines, text or f"Mind {name}.", ""]))
        self.age(folder / f"{name}.md")
        self.age(folder)

    def age(self, path: Path) -> Path:
        """Set back a file's times, so that nothing is taken for a change of a moment ago."""
        then = time.time() - _LONG_AGO_SECONDS
        os.utime(path, (then, then))
        return path

    def shell(self, command: str, cwd: str | None = None, **changes: Any) -> ToolCall:
        """Return a shell call, by default in the project."""
        where = str(self.project) if cwd is None else cwd
        return self._call("shell", where, command=command, **changes)

    def tool(self, tool: str, name: str, **changes: Any) -> ToolCall:
        """Return a call of a file tool on a file of the project, or on an absolute path."""
        fields = {"path": str(self.project / name)} | changes
        return self._call(tool, str(self.project), **fields)

    def ask(self, occasion: Occasion, **options: Any) -> Decision:
        """Ask recall about one occasion, and hand over the answer."""
        decision, desk = self.ask_only(occasion, **options)
        for step in desk.later:
            step()
        return decision

    def ask_only(self, occasion: Occasion, **options: Any) -> tuple[Decision, Desk]:
        """Ask recall about one occasion; the answer never arrives."""
        member = attrs.evolve(self.member, options=attrs.evolve(self.member.options, **options))
        desk = Desk(clients.load("claude-code"), State(str(self.state)))
        self.desks.append(desk)
        quiet = Round((member,), desk, {}, lambda name, what: None, lambda name, call: False)
        return decide(quiet, occasion), desk

    def told(self, occasion: Occasion, **options: Any) -> list[str]:
        """Return the ids of the notes that an occasion delivers, in order."""
        return ids(self.ask(occasion, **options))

    def after(self, call: ToolCall, *, failed: bool = False, **options: Any) -> list[str]:
        """Return the ids of the notes that come late after a call."""
        return self.told(ToolResult(call, failed=failed, seconds=0.0), **options)

    def session(self, event: str, source: str = "", agent: str = "") -> Decision:
        """Let a session begin or be compacted."""
        return self.ask(
            SessionEvent("claude-code", event, "s", str(self.project), agent, source)  # type: ignore[arg-type]
        )

    def counts(self) -> list[str]:
        """Return the counters that were raised, in order."""
        return [row.name for desk in self.desks for row in desk.rows]

    def _call(self, tool: str, cwd: str, **changes: Any) -> ToolCall:
        fields = {"session": "s", "cwd": cwd, "call_id": f"call-{next(_IDS)}"} | changes
        return ToolCall("claude-code", tool, **fields)  # type: ignore[arg-type]


def ids(decision: Decision) -> list[str]:
    """Return the ids of the notes in what the model is told."""
    text = "\n".join(decision.contexts)
    return re.findall(r"^Note ([^,\n]+),", text, re.MULTILINE)


def unsynced(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Let no commit wait for the disk: no test outlives a power cut."""
    connection.execute("PRAGMA synchronous = OFF")
    return connection


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """Return a project that is there and empty, with no notes and no state yet."""
    root = tmp_path.resolve()
    own = {f"XDG_{kind.upper()}_HOME": root / kind for kind in ("state", "config")}
    raw = {name.encode(): str(path).encode() for name, path in own.items()}
    monkeypatch.setattr(paths, "_environ", {**raw, b"HOME": str(root / "home").encode()})
    prepared = index_schema._prepared
    monkeypatch.setattr(index_schema, "_prepared", lambda one: prepared(unsynced(one)))
    (root / "repo" / ".git").mkdir(parents=True)
    (root / "home").mkdir()
    (member,) = registry.load(["recall"])
    assert isinstance(member, Loaded), member
    return Bench(root, member)
