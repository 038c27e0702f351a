"""What a piece of the tree may change in the shell that runs it, read off without running it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs import frozen

from host.shell.arithmetic import (
    names_assigned_by,
    names_assigned_by_test,
    names_assigned_in,
)
from host.shell.names import names
from host.shell.syntax import (
    Arithmetic,
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
    Parameter,
    SimpleCommand,
    Subshell,
    Text,
)
from host.shell.variables import is_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from host.shell.syntax import Assignment, Command, ListItem, Word

_ANY_CHANGE = names("eval . source alias unalias enable set shopt trap exec shift")
_FOLDER = names("cd pushd popd dirs")
_JUMPS = names("break continue return exit exec")
_NAMES_IN_ARGUMENTS = names(
    "export declare typeset local readonly unset read readarray mapfile getopts let printf "
    "wait coproc"
)
_PASSED_ON = frozenset(("command", "builtin"))
REMOVERS = names("rm rmdir mv git find rsync unlink")
"""Programs that may take a folder away."""


@frozen
class Effects:
    """Names that may be assigned, and whether the folder or anything at all may change.

    `jumps` says that the flow may leave the piece early, `removes` that a folder may vanish.
    """

    names: frozenset[str] = frozenset()
    folder: bool = False
    everything: bool = False
    jumps: bool = False
    removes: bool = False

    def __or__(self, other: Effects) -> Effects:
        """Give the effects of both."""
        return Effects(
            self.names | other.names,
            self.folder or other.folder,
            self.everything or other.everything,
            self.jumps or other.jumps,
            self.removes or other.removes,
        )


NONE = Effects()


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
        if isinstance(command, SimpleCommand):
            return self._simple(command)
        if isinstance(command, Subshell | Coprocess):
            return Effects(removes=True)
        if isinstance(command, Function):
            return Effects(everything=True)
        if isinstance(command, Group | ArithmeticFor):
            return self.of_list(command.body) | _arithmetic(command)
        if isinstance(command, If | Case):
            return self._branching(command)
        if isinstance(command, Loop):
            return self.of_list(command.condition) | self.of_list(command.body)
        if isinstance(command, For):
            found = Effects(frozenset({command.name, "REPLY"})) | self.of_list(command.body)
            return found | _in_words(command.words or ())
        if isinstance(command, Conditional):
            tested = names_assigned_by_test(word.literal for word in command.words)
            return Effects(frozenset({"BASH_REMATCH", *tested})) | _in_words(command.words)
        return _arithmetic(command)

    def _branching(self, command: If | Case) -> Effects:
        if isinstance(command, If):
            found = self.of_list(command.otherwise or ())
            for condition, body in command.branches:
                found |= self.of_list(condition) | self.of_list(body)
            return found
        found = _in_words((command.subject,))
        for arm in command.arms:
            found |= self.of_list(arm.body)
        return found

    def _simple(self, command: SimpleCommand) -> Effects:
        found = _in_words(command.words)
        for assignment in command.assignments:
            found |= _in_assignment(assignment)
        if not command.words:
            return found | Effects(frozenset(a.name for a in command.assignments))
        words = [word.literal for word in command.words]
        return found | self._named(words, command.words)

    def _named(self, words: list[str | None], nodes: tuple[Word, ...]) -> Effects:
        name = words[0]
        if name is None:
            return NONE if has_slash(nodes[0]) else Effects(everything=True)
        if name in _PASSED_ON and len(words) > 1:
            return self._named(words[1:], nodes[1:])
        if name in self._functions or name in _ANY_CHANGE or name.startswith("-"):
            return Effects(everything=True, jumps=True, folder=True)
        if name in _NAMES_IN_ARGUMENTS:
            return _assigning(words)
        return Effects(
            folder=name in _FOLDER,
            names=frozenset({"OLDPWD", "PWD"}) if name in _FOLDER else frozenset(),
            jumps=name in _JUMPS,
            removes=name in REMOVERS or name == "sudo",
        )


def has_slash(word: Word) -> bool:
    """Whether the word is one argument with a slash, so that it names no builtin or function."""
    if any(
        not isinstance(part, Text) and not getattr(part, "quoted", False) for part in word.parts
    ):
        return False
    return any(isinstance(part, Text) and "/" in part.value for part in word.parts)


def _assigning(words: list[str | None]) -> Effects:
    if None in words or any(w and w.startswith("-n") for w in words if words[0] != "read"):
        return Effects(everything=True)
    text = " ".join(word or "" for word in words)
    names = "".join(c if c.isalnum() or c == "_" else " " for c in text).split()
    found = Effects(frozenset(name for name in names if is_name(name)))
    return attrs.evolve(found, names=found.names | {"REPLY", "MAPFILE", "OPTARG", "OPTIND"})


def _in_words(words: Iterable[Word]) -> Effects:
    names: set[str] = set()
    for word in words:
        for part in word.parts:
            if isinstance(part, Parameter):
                names.update(names_assigned_by(part))
            elif isinstance(part, Arithmetic):
                names.update(names_assigned_in(part.text))
    return Effects(frozenset(names)) if names else NONE


def _in_assignment(assignment: Assignment) -> Effects:
    index = frozenset(names_assigned_in(assignment.index or ""))
    value = () if assignment.value is None else (assignment.value,)
    return Effects(index) | _in_words((*value, *(assignment.array or ())))


def _arithmetic(command: Command) -> Effects:
    if isinstance(command, ArithmeticCommand | ArithmeticFor):
        return Effects(frozenset(names_assigned_in(command.text)))
    return NONE
