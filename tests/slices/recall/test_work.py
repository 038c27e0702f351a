"""The work of naming a command's files grows with its length and no faster; calls are counted."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from host.call import ToolCall
from host.shell import read
from host.shell.command import Setting
from slices.recall import touches

if TYPE_CHECKING:
    from collections.abc import Callable

TEN_TIMES_AND_SOME = 12
COMMANDS: dict[str, Callable[[int], str]] = {
    "redirections": lambda n: "tee " + ">x " * n,
    "inputs": lambda n: "tee " + "<x " * n,
    "operands": lambda n: "cat " + "a/b " * n,
    "patterns": lambda n: "cat " + "a*/b " * n,
    "words-with-a-sign": lambda n: "prog " + "--a=b/c " * n,
    "assignments": lambda n: "a=b/c " * n + "prog",
    "commands": lambda n: "cat a;" * n,
    "wrapped-commands": lambda n: "sudo cat a;" * n,
    "commands-in-a-wrapper": lambda n: f"bash -c '{'cat a;' * n}'",
    "folders": lambda n: "git -C a add b;" * n,
    "other-machines": lambda n: "ssh h cat /a;" * n,
    "copies": lambda n: "cp " + "a " * n + "b",
}


def work(step: Callable[[], object]) -> int:
    """Return how many functions were called, those of C included."""
    counted = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal counted
        counted += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        step()
    finally:
        sys.setprofile(before)
    return counted


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS.keys())
def test_ten_times_the_command_is_about_ten_times_the_work(command: Callable[[int], str]) -> None:
    def name(count: int) -> int:
        call = ToolCall("claude-code", "shell", "s", "/p", command=command(count))
        reading = read(call.command or "", Setting("/p"))
        return work(lambda: touches.of_call(call, reading))

    name(1)  # what is imported late is imported now
    assert name(500) <= TEN_TIMES_AND_SOME * name(50)
