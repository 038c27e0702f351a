"""Bash as data: a command string's tree, and the commands it would run."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from host.shell.command import Reading, Setting
    from host.shell.syntax import Script, Unreadable


def parse(text: str) -> Script | Unreadable:
    """Give the tree of a command string, or say why bash would not run it; never raise."""
    from host.shell.grammar.parser import parse_command

    return parse_command(text)


def read(text: str, setting: Setting) -> Reading | Unreadable:
    """Give the tree and the commands it would run in a setting, or say why not."""
    from host.shell.command import Reading
    from host.shell.syntax import Unreadable
    from host.shell.trace import trace

    script = parse(text)
    if isinstance(script, Unreadable):
        return script
    commands = trace(script, setting)
    return commands if isinstance(commands, Unreadable) else Reading(script, commands)
