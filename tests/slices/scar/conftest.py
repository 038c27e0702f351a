"""What the tests of scar share: a parsed call, and a host in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import pytest

from host.call import ToolCall
from host.shell import read
from host.shell.command import Setting
from host.shell.syntax import Unreadable
from slices.scar.options import Options
from slices.scar.parsed import Parsed

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDERS = ("/p", "/p/src", "/p/a", "/p/bin")


@attrs.define
class MemoryHost:
    """The host of one slice, with counters that a test can look at."""

    options: Options = attrs.field(factory=Options)
    counts: list[tuple[str, str]] = attrs.field(factory=list)
    told: dict[str, Any] = attrs.field(factory=dict)

    def shell(self, call: ToolCall) -> Any:
        return read_in_p(call.command or "")

    def count(self, name: str, detail: str = "") -> None:
        self.counts.append((name, detail))

    def once(self, key: str, make: Callable[[], Any]) -> Any:
        return self.told.setdefault(key, make())

    def write_call(self, path: str) -> str:
        return f"write({path})"

    def edit_call(self, path: str) -> str:
        return f"edit({path})"


def read_in_p(command: str) -> Any:
    setting = Setting("/p", {"HOME": "/h"}, FOLDERS.__contains__, lambda path: path)
    return read(command, setting)


def parse_call(command: str, options: dict[str, Any], platform: str) -> Parsed:
    reading = read_in_p(command)
    assert not isinstance(reading, Unreadable), reading.why
    call = ToolCall("claude-code", "shell", "s", "/p", command=command)
    return Parsed(call, reading, Options(**options), platform)  # type: ignore[arg-type]


@pytest.fixture
def parsed() -> Callable[..., Parsed]:
    """Return a function that parses a command in the folder /p."""

    def parse(command: str, platform: str = "linux", **options: Any) -> Parsed:
        return parse_call(command, options, platform)

    return parse


@pytest.fixture
def host() -> MemoryHost:
    """Return a host in memory."""
    return MemoryHost()
