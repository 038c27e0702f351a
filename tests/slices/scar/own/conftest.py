"""A person's machine with a project, a state, and the scar slice as events meet it."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from host import clients, paths, registry, triggers
from host.call import SessionEvent, ToolCall
from host.clients import claude_code
from host.desk import Desk
from host.here import Here
from host.phases import Round, decide
from host.registry import Loaded
from host.state import State

if TYPE_CHECKING:
    from pathlib import Path

    from host.call import Decision, Occasion

LONG_AGO_SECONDS = 3600
HEAD = """\
title = "A force push"
origin = "It happened."
evidence = "Once."
action = "deny"
message = "Open a pull request."
retire_when = "The server refuses it."
"""
WHEN = '[[when]]\nprogram = ["git"]\narguments = ["push", ["-f", "--force*"]]\n'
CASES = """\
[[must_block]]
id = "forced"
command = "git push --force"
[[must_pass]]
id = "plain"
command = "git push"
"""
PUSH = HEAD + WHEN + CASES


@attrs.define
class Bench:
    """A project and a home below `root`, and the slice alone."""

    root: Path
    member: Loaded
    desks: list[Desk] = attrs.field(factory=list)

    @property
    def project(self) -> Path:
        return self.root / "repo"

    def scar(self, name: str, text: str, *, mine: bool = False) -> Path:
        """Write a scar's file, as if long ago."""
        folder = self.root / "config/tidegate/scars" if mine else self.project / ".tidegate/scars"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{name}.toml"
        path.write_text(text)
        self.age(path)
        self.age(folder)
        return path

    def age(self, path: Path) -> None:
        """Set back the times, so that nothing is taken for a change of a moment ago."""
        then = time.time() - LONG_AGO_SECONDS
        os.utime(path, (then, then), follow_symlinks=False)

    def options(self, **given: Any) -> None:
        options = attrs.evolve(self.member.options, **given)
        self.member = attrs.evolve(self.member, options=options)

    def call(self, command: str, session: str = "s", cwd: str = "") -> ToolCall:
        where = cwd or str(self.project)
        return ToolCall("claude-code", "shell", session, where, command=command)

    def ask(self, command: str, session: str = "s", cwd: str = "") -> Decision:
        """Ask the slice about a command, as the next process would."""
        return self.decide(self.call(command, session, cwd))

    def begin(self, session: str = "s") -> Decision:
        """Begin a session."""
        event = SessionEvent("claude-code", "session.start", session, str(self.project))
        return self.decide(event)

    def decide(self, occasion: Occasion) -> Decision:
        state = State(paths.state_folder())
        desk = Desk(clients.load("claude-code"), state)
        self.desks.append(desk)
        round_ = Round((self.member,), desk, {}, lambda name, what: None, lambda name, call: False)
        decision = decide(round_, occasion)
        state.close()
        return decision

    def counted(self) -> list[tuple[str, str]]:
        """Return the counters of the last event."""
        return [(row.name, row.detail) for row in self.desks[-1].rows]

    def wakes(self, command: str) -> bool:
        """Tell whether the hook entry would ask anything about the command."""
        raw = {
            "hook_event_name": "PreToolUse",
            "tool_name": "Bash",
            "tool_input": {"command": command},
            "cwd": str(self.project),
            "session_id": "s",
        }
        glance = claude_code.glance(raw)
        assert isinstance(glance, tuple)
        hooks = [("scar", hook) for hook in self.member.slice.hooks if hook.watched]
        scope = claude_code.scope(raw)
        here = Here(scope[0], scope[3])
        triggers.write(hooks, triggers.fingerprint(here), here)
        return triggers.wants(glance, scope)


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    root = tmp_path.resolve()
    own = {"XDG_STATE_HOME": root / "state", "XDG_CONFIG_HOME": root / "config"}
    raw = {name.encode(): str(path).encode() for name, path in own.items()}
    monkeypatch.setattr(paths, "_environ", {**raw, b"HOME": str(root / "home").encode()})
    (root / "repo/.git").mkdir(parents=True)
    (member,) = registry.load(["scar"])
    assert isinstance(member, Loaded)
    return Bench(root, member)
