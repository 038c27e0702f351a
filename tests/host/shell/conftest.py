"""What the tests of the trace share: a small tree that no disk holds, and how to ask about it."""

from collections.abc import Callable

import pytest

from host.shell import parse, trace
from host.shell.command import Command, FileUse, Setting, Value
from host.shell.syntax import Script

FOLDERS = {"/", "/repo", "/repo/src", "/repo/src/sub", "/repo/deploy", "/home/u"}
Trace = Callable[[str], tuple[Command, ...]]


@pytest.fixture(scope="session")
def traced() -> Trace:
    def run(command: str) -> tuple[Command, ...]:
        script = parse(command)
        assert isinstance(script, Script), script
        setting = Setting(
            "/repo",
            {"HOME": "/home/u"},
            is_folder=FOLDERS.__contains__,
            real_path=lambda path: path,
        )
        commands = trace.trace(script, setting)
        assert isinstance(commands, tuple), commands
        return commands

    return run


@pytest.fixture(scope="session")
def shown() -> Callable[[Value], str]:
    """An argument in short: its text, `<pattern>`, `?` for one and `*` for any number."""

    def show(value: Value) -> str:
        if value.text is not None:
            return value.text
        if value.pattern is not None:
            return f"<{value.pattern}>"
        assert value.why
        return "*" if value.many else "?"

    return show


@pytest.fixture(scope="session")
def used() -> Callable[[FileUse], str]:
    """A file's use in short: `write h:/x`, with `~` in front where it is not proven."""

    def show(use: FileUse) -> str:
        host = "" if use.host is None else f"{use.host}:"
        return f"{'' if use.proven else '~'}{use.use} {host}{use.path or '?'}"

    return show
