"""Follows a loop over patterns: its variable stands for the files that they match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import attrs
from attrs import frozen

from host.shell.files import file_uses
from host.shell.state import State
from host.shell.syntax import For, Parameter, SimpleCommand, Text, Word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host.shell.command import Command, FileUse, Reading, Value

_MAGIC = "*?["
_EXPANDED = "{~"
"""Characters by which bash makes another word of one before it looks for files."""

_Node = TypeVar("_Node")


@frozen
class Turn:
    """A command in a loop that takes the loop's variable as a word, and what it stands for.

    `patterns` are as in `Value`, with the plain words of the list among them. `cause` names what
    writes the file, the program or `redirect`; it is "" where no write is proven.
    """

    command: Command
    patterns: tuple[str, ...]
    cause: str


def turns(reading: Reading) -> Iterator[Turn]:
    """Yield the words that are the variable of a loop over patterns, `$f` or `"$f"` as a whole.

    A loop that assigns the variable or changes the folder is not followed.
    """
    if "for" not in reading.script.source:
        return
    commands = {id(one.syntax): one for one in reading.commands if one.syntax is not None}
    for loop in _nodes(reading.script.body, For):
        patterns = _patterns(loop.words or ())
        inside = [commands[id(n)] for n in _nodes(loop.body, SimpleCommand) if id(n) in commands]
        if patterns and _is_steady(loop, inside):
            yield from (turn for one in inside for turn in _turns(one, loop.name, patterns))


def _is_steady(loop: For, inside: list[Command]) -> bool:
    if any(inner.name == loop.name for inner in _nodes(loop.body, For)):
        return False
    assigned = {name for command in inside for name, _ in command.assignments}
    return loop.name not in assigned and len({command.folder for command in inside}) == 1


def _turns(command: Command, name: str, patterns: tuple[str, ...]) -> Iterator[Turn]:
    if command.syntax is None:
        return
    targets = {_span(one.target) for one in command.syntax.redirections if one.document is None}
    words = (*command.syntax.words[1:], *(one.target for one in command.syntax.redirections))
    taken = {_span(word) for word in words if _is_variable(word, name)}
    if not taken:
        return
    yield Turn(command, patterns, "")
    for use in _uses(command, taken):
        if _span(use.value) in taken and use.use == "write" and use.proven:
            cause = "redirect" if _span(use.value) in targets else command.program or ""
            yield Turn(command, patterns, cause)


def _uses(command: Command, spans: set[tuple[int, int]]) -> Iterator[FileUse]:
    """Yield what the command does with its files, the variable taken for the name of one."""
    yield from command.files
    arguments = [
        attrs.evolve(value, text="./file", why=None) if _span(value) in spans else value
        for value in command.arguments
    ]
    yield from file_uses(arguments, State(folder=command.folder), lambda _: None)


def _span(word: Word | Value) -> tuple[int, int]:
    return word.start, word.end


def _is_variable(word: Word, name: str) -> bool:
    if len(word.parts) != 1 or not isinstance(part := word.parts[0], Parameter):
        return False
    return part.name == name and not part.operation and not part.prefix


def _patterns(words: tuple[Word, ...]) -> tuple[str, ...]:
    """Return the words of a list with a pattern in it, as patterns; () for another list.

    Without one, the commands of the loop have its words themselves.
    """
    found = [found for word in words if (found := _pattern(word)) is not None]
    return tuple(text for text, _ in found) if any(magic for _, magic in found) else ()


def _pattern(word: Word) -> tuple[str, bool] | None:
    """Return a word with its quoted characters escaped, and whether it is a pattern.

    None for a word that is not known before the command runs.
    """
    pieces: list[str] = []
    magic = False
    for part in word.parts:
        if not isinstance(part, Text):
            return None
        if part.quoted:
            pieces += [f"[{c}]" if c in _MAGIC else c for c in part.value]
        elif any(character in part.value for character in _EXPANDED):
            return None
        else:
            magic = magic or any(c in _MAGIC for c in part.value)
            pieces.append(part.value)
    return "".join(pieces), magic


def _nodes(tree: object, kind: type[_Node]) -> Iterator[_Node]:
    """Yield the nodes of a kind, in source order."""
    waiting: list[Any] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting.extend(reversed(node))
        elif attrs.has(type(node)):
            if isinstance(node, kind):
                yield node
            fields = attrs.fields(type(node))
            waiting.extend(getattr(node, field.name) for field in reversed(fields))
