"""What gives each command its standard input: pipes and redirections, in the order bash takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import attrs
from attrs import frozen

from host.shell import parse, syntax
from host.shell.syntax import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from host.shell.command import Command, Reading
    from host.shell.syntax import Redirection, Script

Kind = Literal["here-document", "here-string", "file", "descriptor", "pipe"]
_KINDS: dict[str, Kind] = {
    "<<": "here-document",
    "<<-": "here-document",
    "<<<": "here-string",
    "<": "file",
    "<>": "file",
    "<&": "descriptor",
}
_NULL = "/dev/null"


@frozen
class Input:
    """One thing that descriptor 0 is connected to; `spelt` is how it stands in the command."""

    kind: Kind
    spelt: str

    @property
    def is_null(self) -> bool:
        """Whether it is the null device, which holds nothing that could be lost."""
        return self.kind == "file" and self.spelt.split()[-1:] == [_NULL]


@frozen
class Taker:
    """A command and all that its standard input is connected to; of these the last one wins."""

    command: Command
    inputs: tuple[Input, ...]


PIPE = Input("pipe", "|")
_Key = tuple[str, int, int]
_Inputs = tuple[Input, ...]


def takers(reading: Reading) -> Iterator[Taker]:
    """Yield each command that runs a program, with the inputs in force for it.

    Those are the ones of the innermost process that has any: a command's own, else those of the
    group, the shell or the remote command around it.
    """
    found = _found(reading.script)
    runners: list[_Inputs] = []
    for command in reading.commands:
        depth = len(command.wrappers)
        around = runners[depth - 1] if 0 < depth <= len(runners) else ()
        key = _key(command)
        if command.syntax is not None and key not in found and command.place.nested:
            found |= _found(parse(command.source))
        own = () if key is None else found.get(key, ())
        inputs = own or around
        del runners[depth:]
        runners += [inputs] * (depth + 1 - len(runners))
        if command.arguments:
            yield Taker(command, inputs)


def _key(command: Command) -> _Key | None:
    node = command.syntax
    return None if node is None else (command.source, node.start, node.end)


def _found(script: Script | Unreadable) -> dict[_Key, _Inputs]:
    if isinstance(script, Unreadable):
        return {}
    walk = _Walk(script.source)
    walk.visit(script.body, ())
    return walk.found


@frozen
class _Walk:
    """Notes the inputs of each simple command of one source, by its span."""

    source: str
    found: dict[_Key, _Inputs] = attrs.field(factory=dict)

    def visit(self, node: Any, around: _Inputs) -> None:
        if isinstance(node, tuple):
            for one in node:
                self.visit(one, around)
        elif isinstance(node, syntax.Pipeline):
            for at, command in enumerate(node.commands):
                self._command(command, (PIPE,) if at else (), around)
        elif isinstance(node, syntax.Substitution):
            self._substitution(node, around)
        elif attrs.has(type(node)):
            for value in _children(node):
                self.visit(value, around)

    def _command(self, command: syntax.Command, piped: _Inputs, around: _Inputs) -> None:
        redirections = getattr(command, "redirections", ())
        inputs = (*piped, *_redirected(redirections, self.source)) or around
        if isinstance(command, syntax.SimpleCommand):
            self.found[self.source, command.start, command.end] = inputs
            for value in _children(command):
                self.visit(value, around)
        elif isinstance(command, syntax.Function):
            self._command(command.body, (), ())
        elif isinstance(command, syntax.Coprocess):
            self._command(command.body, (PIPE,), around)
        else:
            self.visit(redirections, around)
            for value in _children(command):
                if value is not redirections:
                    self.visit(value, inputs)

    def _substitution(self, node: syntax.Substitution, around: _Inputs) -> None:
        walk = self if node.source is None else _Walk(node.source, self.found)
        walk.visit(node.body, (PIPE,) if node.kind == "output" else around)


def _children(node: Any) -> list[Any]:
    values = (getattr(node, field.name) for field in attrs.fields(type(node)))
    return [value for value in values if isinstance(value, tuple) or attrs.has(type(value))]


def _redirected(redirections: Sequence[Redirection], source: str) -> Iterator[Input]:
    for one in redirections:
        kind = _KINDS.get(one.operator)
        if kind is not None and _is_standard(one.descriptor):
            spelt = one.target.literal
            yield Input(kind, f"{one.operator} {_shown(spelt, one, source)}")


def _is_standard(descriptor: str | None) -> bool:
    return descriptor is None or (descriptor.isdigit() and int(descriptor) == 0)


def _shown(literal: str | None, one: Redirection, source: str) -> str:
    return source[one.target.start : one.target.end] if literal is None else literal
