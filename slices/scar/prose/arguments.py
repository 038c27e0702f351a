"""The arguments of a call that are prose, and the scripts that stand in their double quotes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from slices.scar.prose.forms import FORMS, PRINTERS, spoken, words_of
from slices.scar.prose.scripts import Spot, scripts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from host.shell.command import Command, Reading
    from host.shell.syntax import SimpleCommand
    from slices.scar.prose.forms import Form
    from slices.scar.prose.scripts import Script

_PROGRAMS = frozenset(form.words[0] for form in FORMS)


@frozen
class Prose:
    """The scripts in each form of prose, by the form's name; a form that is there has an entry."""

    scripts: Mapping[str, tuple[Script, ...]]


def prose(reading: Reading) -> Prose:
    """Find the prose of a call, nested commands included."""
    functions = {c.program for c in reading.commands if c.function_call and c.program is not None}
    found: dict[str, list[Script]] = {}
    node: SimpleCommand | None = None
    for command in reading.commands:
        node = command.syntax or node
        if node is None or command.program not in _PROGRAMS:
            continue
        for form, script in _of_command(command, node, functions):
            kept = found.setdefault(form.name, [])
            kept += [] if script is None else [script]
    return Prose({name: tuple(each) for name, each in found.items()})


def _of_command(
    command: Command, node: SimpleCommand, functions: set[str]
) -> Iterator[tuple[Form, Script | None]]:
    """Yield each form of the command with each script in it, or with None where there is none."""
    words = words_of(command)
    forms = [form for form in FORMS if words[: len(form.words)] == form.words]
    by_place = {(word.start, word.end): word for word in node.words} if forms else {}
    for form in forms:
        spot = Spot(form.name, form.words[0] in PRINTERS, command.source, functions)
        for argument in spoken(form, command):
            yield form, None
            word = by_place.get((argument.value.start, argument.value.end))
            if word is not None:
                yield from ((form, script) for script in scripts(word, argument.skip, spot))
