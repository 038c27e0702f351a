"""Which here-documents reach which command, nested scripts and function calls included."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs import frozen

from host.shell import parse
from host.shell.syntax import Unreadable
from slices.scar.heredoc.tree import NOTHING, Reached, Tree, union

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from host.shell.command import Command, Reading
    from host.shell.syntax import HereDocument


@frozen
class Fed:
    """A command that here-documents reach.

    `inputs` come by a descriptor (its own, a pipe's, or that of the compound command around it),
    `words` by a substitution in its words.
    """

    command: Command
    inputs: tuple[HereDocument, ...]
    words: tuple[HereDocument, ...] = ()

    @property
    def documents(self) -> tuple[HereDocument, ...]:
        """All here-documents that reach it, each once."""
        return union(self.inputs, self.words)


@frozen
class Flow:
    """Each command that a here-document reaches, in the order of the reading.

    `texts` holds the source lines of each here-document, by the identity of its node.
    """

    fed: tuple[Fed, ...]
    texts: Mapping[int, str]


def flow(reading: Reading) -> Flow:
    """Follow the here-documents; raises `BudgetSpent` past `DOCUMENTS_MAX` of them."""
    follower = _Follower(reading)
    return Flow(follower.follow(), follower.tree.texts)


class _Follower:
    """Looks each command up in the tree of the script in which it stands."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self.tree = Tree()
        self.tree.add(reading.script.body, reading.script.source)
        self._walked: set[tuple[str, int]] = set()
        self._nested: set[str] = set()
        self._runners: list[int] = []
        self._found: list[Fed] = []

    def follow(self) -> tuple[Fed, ...]:
        for index, command in enumerate(self._reading.commands):
            depth = len(command.wrappers)
            runner = self._runners[depth - 1] if 0 < depth <= len(self._runners) else None
            del self._runners[depth:]
            self._runners += [index] * (depth + 1 - len(self._runners))
            reached = self._reached(command, runner)
            self._found.append(Fed(command, reached.inputs, reached.words))
        return tuple(one for one in _through_functions(self._found) if one.documents)

    def _reached(self, command: Command, runner: int | None) -> Reached:
        if command.syntax is None and command.arguments:
            return NOTHING if runner is None else self._as_its_runner(runner)
        reached = self._look_up(command)
        if runner is not None and not self._is_walked(command, runner, reached):
            self._walk_nested(command, runner)
            reached = self._look_up(command)
        return reached or Reached(command.heredocs)

    def _as_its_runner(self, runner: int) -> Reached:
        return Reached(self._found[runner].inputs, self._found[runner].words)

    def _look_up(self, command: Command) -> Reached | None:
        if command.syntax is not None:
            return self.tree.of_command(command.source, command.syntax.start, command.syntax.end)
        targets = (redirect.target.start for redirect in command.redirects)
        found = (self.tree.of_target(command.source, start) for start in targets)
        return next((one for one in found if one is not None), None)

    def _is_walked(self, command: Command, runner: int, reached: Reached | None) -> bool:
        if command.source == self._reading.script.source:
            return True
        if command.source in self._nested:
            return (command.source, runner) in self._walked
        return reached is not None

    def _walk_nested(self, command: Command, runner: int) -> None:
        self._walked.add((command.source, runner))
        self._nested.add(command.source)
        script = parse(command.source)
        if isinstance(script, Unreadable):
            return
        around = self._found[runner]
        given = around.inputs if _stands_in_words(command.source, around.command) else ()
        self.tree.add(script.body, command.source, given)


def _stands_in_words(script: str, runner: Command) -> bool:
    """Tell whether a nested script comes from its runner's words, so that the input is its own."""
    texts = [value.text or value.outline or "" for value in runner.arguments]
    return script in " ".join(texts)


def _through_functions(found: Sequence[Fed]) -> tuple[Fed, ...]:
    """Hand what a call of a function reads to the function's body, which follows it."""
    result = list(found)
    for index, call in enumerate(found):
        if call.command.function_call and not call.command.place.function:
            for at in range(index + 1, _end_of_body(found, index)):
                result[at] = attrs.evolve(found[at], inputs=union(found[at].inputs, call.inputs))
    return tuple(result)


def _end_of_body(found: Sequence[Fed], index: int) -> int:
    end = index + 1
    while end < len(found) and found[end].command.place.function:
        end += 1
    return end
