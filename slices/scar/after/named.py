"""Which files a command names or writes, of those that a checker can judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.shell.command import Reading
from host.shell.paths import resolve
from slices.scar.after.checkers import checker_of
from slices.scar.limits import NAMED_MAX

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host.shell.command import Command
    from host.shell.syntax import Unreadable


def named_in(reading: Reading | Unreadable) -> tuple[str, ...]:
    """Return absolute paths on this machine, each once, at most `NAMED_MAX`."""
    if not isinstance(reading, Reading):
        return ()
    paths = (path for command in reading.commands for path in _of_command(command))
    judged = dict.fromkeys(path for path in paths if checker_of(path) is not None)
    return tuple(judged)[:NAMED_MAX]


def _of_command(command: Command) -> Iterator[str]:
    if command.host is not None:
        return
    for use in command.files:
        if use.path is not None and use.host is None:
            yield use.path
    for value in command.arguments:
        path = None if value.text is None else resolve(value.text, command.base or command.folder)
        if path is not None:
            yield path
