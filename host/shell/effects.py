"""What a piece of the tree may change in the shell that runs it, read off without running it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.shell.arithmetic import expression_of, tested
from host.shell.names import names
from host.shell.removing import may_remove
from host.shell.syntax import (
    ArithmeticCommand,
    ArithmeticFor,
    Case,
    Conditional,
    Coprocess,
    For,
    Function,
    Group,
    If,
    Loop,
    SimpleCommand,
    Subshell,
    Text,
)
from host.shell.word_effects import (
    NONE,
    Effects,
    effects_of,
    in_assignment,
    in_redirection,
    in_words,
    named_by_builtin,
    takes_number,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from host.shell.syntax import Command, ListItem, Word

_ANY_CHANGE = names(
    "eval . source alias unalias enable set shopt trap exec shift compgen jobs bind"
)
_FOLDER = names("cd pushd popd dirs")
_JUMPS = names("break continue return exit exec")
_NAMES_IN_ARGUMENTS = names(
    "export declare typeset local readonly unset read readarray mapfile getopts let printf "
    "wait coproc"
)
_PASSED_ON = frozenset(("command", "builtin"))


class EffectsReader:
    """Reads effects, each node once, knowing which names are functions."""

    def __init__(self, is_function: frozenset[str] | set[str]) -> None:
        """Begin; `is_function` may grow while the trace goes on."""
        self._functions = is_function
        # Each node is kept with its effects: another node must never get its id meanwhile.
        self._known: dict[int, tuple[Command, Effects]] = {}

    def of_list(self, items: Iterable[ListItem]) -> Effects:
        """Give the effects of a list of commands."""
        found = NONE
        for item in items:
            for pipeline in item.pipelines:
                for command in pipeline.commands:
                    effects = self.of(command)
                    if item.background or len(pipeline.commands) > 1:
                        effects = Effects(removes=effects.removes)
                    found |= effects
        return found

    def of(self, command: Command) -> Effects:
        """Give the effects of one command."""
        key = id(command)
        if key not in self._known:
            self._known[key] = command, self._read(command)
        return self._known[key][1]

    def _read(self, command: Command) -> Effects:
        found = self._of_kind(command)
        for redirection in getattr(command, "redirections", ()):
            found |= in_redirection(redirection)
        return found

    def _of_kind(self, command: Command) -> Effects:
        if isinstance(command, SimpleCommand):
            return self._simple(command)
        if isinstance(command, Subshell):
            return Effects(removes=True)
        if isinstance(command, Coprocess):
            name = command.name or "COPROC"
            return Effects(frozenset((name, f"{name}_PID")), removes=True)
        if isinstance(command, Function):
            return Effects(everything=True)
        if isinstance(command, If | Case):
            return self._branching(command)
        if isinstance(command, Conditional):
            texts = [word.literal for word in command.words]
            found = effects_of(tested(command.words, texts)) | in_words(command.words)
            return found | Effects(frozenset({"BASH_REMATCH"}))
        return self._repeating(command)

    def _repeating(self, command: Command) -> Effects:
        if isinstance(command, Loop):
            return self.of_list(command.condition) | self.of_list(command.body)
        if isinstance(command, For):
            found = Effects(frozenset({command.name, "REPLY"})) | self.of_list(command.body)
            return found | in_words(command.words or ())
        if isinstance(command, ArithmeticCommand):
            return Effects(expressions=frozenset((expression_of(command),)))
        if isinstance(command, ArithmeticFor):
            parts = frozenset[str | None](command.text.split(";"))
            return self.of_list(command.body) | Effects(expressions=parts)
        return self.of_list(command.body) if isinstance(command, Group) else NONE

    def _branching(self, command: If | Case) -> Effects:
        if isinstance(command, If):
            found = self.of_list(command.otherwise or ())
            for condition, body in command.branches:
                found |= self.of_list(condition) | self.of_list(body)
            return found
        found = in_words((command.subject,))
        for arm in command.arms:
            found |= self.of_list(arm.body) | in_words(arm.patterns)
        return found

    def _simple(self, command: SimpleCommand) -> Effects:
        found = in_words(command.words)
        for assignment in command.assignments:
            found |= in_assignment(assignment)
        if command.words:
            words = [word.literal for word in command.words]
            return found | self._named(words, command.words)
        for assignment in command.assignments:
            name = frozenset((assignment.name,))
            found |= Effects(numbers=name) if takes_number(assignment) else Effects(name)
        return found

    def _named(self, words: list[str | None], nodes: tuple[Word, ...]) -> Effects:
        name = words[0]
        if name is None:
            return NONE if has_slash(nodes[0]) else Effects(everything=True)
        if name in _PASSED_ON and len(words) > 1:
            return self._named(words[1:], nodes[1:])
        if name in self._functions or name in _ANY_CHANGE or _may_be_another(name):
            return Effects(everything=True, jumps=True, folder=True)
        if name in _NAMES_IN_ARGUMENTS:
            return named_by_builtin(words, nodes)
        if name in {"test", "["}:
            return effects_of(tested(nodes, words))
        return Effects(
            folder=name in _FOLDER,
            names=frozenset({"OLDPWD", "PWD"}) if name in _FOLDER else frozenset(),
            jumps=name in _JUMPS,
            removes=may_remove(words) or name == "sudo",
        )


def _may_be_another(name: str) -> bool:
    """Whether options come first, or braces or files may make the name another one."""
    return name[:1] == "-" or any(c in name for c in "{*?~") or ("[" in name and name != "[")


def has_slash(word: Word) -> bool:
    """Whether the word is one argument with a slash, so that it names no builtin or function."""
    if any(
        not isinstance(part, Text) and not getattr(part, "quoted", False) for part in word.parts
    ):
        return False
    return any(isinstance(part, Text) and "/" in part.value for part in word.parts)
