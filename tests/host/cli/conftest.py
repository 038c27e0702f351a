"""A house of one slice, made for the tests, at which the commands are called."""

from __future__ import annotations

import argparse
import io
import json
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from host.call import Ask, Context, Deny, Rewrite, ToolCall
from host.cli import dry
from host.config import Config
from host.house import House

if TYPE_CHECKING:
    from collections.abc import Callable

    from host.hook import Host

ANSWERS: dict[str, Any] = {
    "deny": Deny("not this"),
    "ask": Ask("this?"),
    "context": Context("by the way"),
}


def _rewrite(call: ToolCall, host: Host) -> Any:
    if call.command != "old":
        return None
    return Rewrite(attrs.evolve(call, command="new"), "newer")


def _check(call: ToolCall, host: Host) -> Any:
    """Answer by the command's first word, and keep state as a slice would."""
    word = (call.command or "").split(" ")[0]
    if word == "break":
        message = "broken"
        raise RuntimeError(message)
    before = host.store.get("word")
    host.store.put("word", word)
    host.store.watch((word,))
    host.count("asked")
    return Deny(f"again after {before}") if before else ANSWERS.get(word)


@pytest.fixture
def house(build: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> House:
    """Put a house of the slice `echo` in the place of the configured one."""
    hooks = (build.hook(_rewrite, phase="rewrite"), build.hook(_check))
    furnished = House((build.member("echo", *hooks),), Config(()))
    monkeypatch.setattr(dry, "house", lambda *_: furnished)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return furnished


@pytest.fixture
def call_command(
    house: House, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> Callable[..., Any]:
    """Return a function that calls a command's module: exit code, output, lines of JSON."""

    def call(module: Any, *words: str, stdin: bytes = b"") -> Any:
        parser = argparse.ArgumentParser()
        module.arguments(parser)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = module.run(parser.parse_args(words))
        out, err = capsysbinary.readouterr()
        lines = [json.loads(line) for line in out.splitlines()] if "--json" in words else []
        return SimpleNamespace(code=code, out=out, err=err.decode(), lines=lines)

    return call
