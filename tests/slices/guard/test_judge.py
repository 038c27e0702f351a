from typing import Any

import pytest

from host.call import ToolCall
from host.shell.syntax import Unreadable
from slices.guard import judge
from slices.guard.limits import COMMAND_MAX_CHARACTERS
from slices.guard.options import Options
from slices.guard.verdict import Runs


def call(command: str | None, agent_type: str = "") -> ToolCall:
    return ToolCall("claude-code", "shell", "s", "/p", agent_type=agent_type, command=command)


def test_a_command_that_cannot_be_read_runs(host: Any) -> None:
    host.reading = Unreadable("an open quote")
    assert judge.judge(host.reading) == Runs("unreadable")
    assert judge.check(call("cat 'F"), host) is None


def test_a_call_without_a_command_runs(host: Any) -> None:
    host.reading = AssertionError("nothing to read")
    assert judge.check(call(None), host) is None


def test_agents_that_cannot_read_are_never_denied(host: Any) -> None:
    host.reading = AssertionError("nothing to read")
    host.options = Options(agents_without_read=("printer",))
    assert judge.check(call("cat F", "printer"), host) is None


def test_a_longer_command_is_not_read(host: Any) -> None:
    host.reading = AssertionError("this is read")
    assert judge.check(call("x" * (COMMAND_MAX_CHARACTERS + 1)), host) is None
    with pytest.raises(AssertionError, match="this is read"):
        judge.check(call("x" * COMMAND_MAX_CHARACTERS), host)
