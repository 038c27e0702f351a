from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from host import clients
from host.call import Decision, Occasion, ToolCall
from host.desk import Desk
from host.hook import Control, Crude, Hook, Probe, Slice
from host.phases import Round, decide
from host.registry import Loaded
from host.state import State

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@attrs.frozen
class Options:
    loud: bool = False


PROBES = (Probe(command="x", expect="deny"), Probe(command="ls", expect="run"))
CONTROL = Control(name="n", incident="i", evidence="e", remove_when="r")


def _hook(run: Any, on_error: Any = lambda *_: None, **changes: Any) -> Hook:
    fields: dict[str, Any] = {"event": "tool.call", "phase": "check"} | changes
    return Hook(run=run, on_error=on_error, **fields)


def _slice(*hooks: Hook) -> Slice:
    return Slice(hooks=hooks, crude=Crude(), controls=(CONTROL,), probes=PROBES, options=Options)


def _member(name: str, *hooks: Hook) -> Loaded:
    return Loaded(name, _slice(*hooks), Options())


def _call(command: str = "ls", **changes: Any) -> ToolCall:
    fields: dict[str, Any] = {
        "client": "claude-code",
        "tool": "shell",
        "session": "s",
        "cwd": "/repo",
        "command": command,
        "input": {"command": command},
    }
    return ToolCall(**(fields | changes))


@pytest.fixture
def build() -> Any:
    """Builders of in-test slices: `hook(run, on_error, **fields)`, `member(name, *hooks)`…"""
    return SimpleNamespace(hook=_hook, slice=_slice, member=_member, call=_call, options=Options)


@pytest.fixture
def ask(tmp_path: Path) -> Callable[..., Decision]:
    """Run an occasion through members: `ask(occasion, *members, failed=…, progress=…)`."""

    def run(occasion: Occasion, *members: Any, **changes: Any) -> Decision:
        desk = Desk(clients.load("claude-code"), State(str(tmp_path / "state")))
        fields: dict[str, Any] = {
            "members": members,
            "desk": desk,
            "failed": {},
            "progress": lambda *_: None,
            "crude": lambda *_: False,
        }
        return decide(Round(**(fields | changes)), occasion)

    return run
