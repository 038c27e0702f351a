"""Splits a command into its parts, each a print or a plain `cd`, or says why it runs."""

from __future__ import annotations

import os.path
from typing import TYPE_CHECKING

from attrs import frozen

from host.shell.syntax import SimpleCommand
from slices.guard.limits import PARTS_MAX
from slices.guard.prints import program, shown
from slices.guard.verdict import Runs

if TYPE_CHECKING:
    from host.shell.command import Command, Reading
    from host.shell.syntax import Pipeline, Script
    from slices.guard.ranges import Range

PASSED_ON = ("command",)
"""Wrappers under which a print is still the same print."""

CHANGES_PROGRAMS = frozenset({"PATH"})
"""Variables after which a name may run another program."""


@frozen
class Enter:
    """A plain `cd`: the absolute folder it goes to, which may not be there."""

    folder: str


@frozen
class Print:
    """One file that a part prints, by its absolute path, and the lines it shows."""

    path: str
    lines: Range


Part = Enter | Print


def parts(reading: Reading) -> tuple[Part, ...] | Runs:
    """Return what each part does, in order, where no part does anything but print or `cd`."""
    unfit = _unfit(reading.script)
    if unfit is not None:
        return unfit
    if _simple_commands(reading.script) != sum(not c.wrappers for c in reading.commands):
        return Runs("substitution")
    found: list[Part] = []
    for at, command in enumerate(reading.commands):
        if _runs_next(command, reading.commands[at + 1 :]):
            continue
        part = _part(command)
        if isinstance(part, Runs):
            return part
        found.extend(part)
        if len(found) > PARTS_MAX:
            return Runs("too many")
    return tuple(found) if any(isinstance(p, Print) for p in found) else Runs("no print")


def _unfit(script: Script) -> Runs | None:
    """Return why the script is more than a list of simple commands, or None."""
    for item in script.body:
        for pipeline in item.pipelines:
            if (unfit := _unfit_pipeline(pipeline)) is not None:
                return unfit
    return None


def _unfit_pipeline(pipeline: Pipeline) -> Runs | None:
    if len(pipeline.commands) > 1:
        return Runs("pipe")
    if pipeline.negated or pipeline.timed or not isinstance(pipeline.commands[0], SimpleCommand):
        return Runs("compound")
    return Runs("redirect") if pipeline.commands[0].redirections else None


def _simple_commands(script: Script) -> int:
    return sum(len(item.pipelines) for item in script.body)


def _runs_next(command: Command, rest: tuple[Command, ...]) -> bool:
    """Tell whether this is a `command` whose own command follows."""
    wrappers = (*command.wrappers, *PASSED_ON)
    return command.program in PASSED_ON and bool(rest) and rest[0].wrappers == wrappers


def _part(command: Command) -> tuple[Part, ...] | Runs:
    """Return what one simple command does: nothing for an assignment alone."""
    if command.host is not None or any(w not in PASSED_ON for w in command.wrappers):
        return Runs("other work")
    words = _certain(command)
    if words is None:
        return Runs("unknown value")
    if not words:
        changes = any(name in CHANGES_PROGRAMS for name, _ in command.assignments)
        return Runs("other work") if changes else ()
    if command.assignments:
        return Runs("another form")
    return _enter(words, command.folder) if words[0] == "cd" else _prints(words, command.folder)


def _certain(command: Command) -> tuple[str, ...] | None:
    """Return the arguments where each value, those of assignments included, is certain."""
    values = (*command.arguments, *(value for _, value in command.assignments))
    if any(value.text is None or value.many for value in values):
        return None
    return tuple(value.text for value in command.arguments if value.text is not None)


def _enter(words: tuple[str, ...], folder: str | None) -> tuple[Part, ...] | Runs:
    operands = words[2:] if words[1:2] == ("--",) else words[1:]
    if len(operands) != 1 or operands[0].startswith("-") or not operands[0]:
        return Runs("unknown folder")
    path = _absolute(operands[0], folder)
    return Runs("unknown folder") if path is None else (Enter(path),)


def _prints(words: tuple[str, ...], folder: str | None) -> tuple[Part, ...] | Runs:
    name = program(words[0])
    if name is None:
        return Runs("other work")
    found = shown(name, words[1:])
    if found is None:
        return Runs("another form")
    paths = [_absolute(operand, folder) for operand in found[0]]
    known = [path for path in paths if path is not None]
    if len(known) < len(paths):
        return Runs("unknown folder")
    return tuple(Print(path, found[1]) for path in known)


def _absolute(path: str, folder: str | None) -> str | None:
    if path.startswith("/") or not path:
        return path
    return None if folder is None else os.path.join(folder, path)  # noqa: PTH118
