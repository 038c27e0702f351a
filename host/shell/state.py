"""The shell's state between two commands: folder, variables, functions, options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import attrs
from attrs import frozen

from host.shell.limits import VARIABLES_MAX
from host.shell.variables import (
    NOT_HERE,
    UNSET,
    Unknown,
    Variable,
    is_shell_owned,
    shell_owned,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from host.shell.syntax import Function

Dialect = Literal["bash", "sh", "zsh"]
FIELD_SEPARATORS = " \t\n"
ANY_CHANGE = Unknown("a command before it can have changed it")


@frozen
class State:
    """What is certain about one shell at one point.

    `folder` is None where it is not known, `stack` the folders `popd` would go to. `variables` are
    those the script changed, `outside` those known before it. `fixed` names take no certain value
    by assignment (`declare -i`, `readonly`). After `forgotten`, only what `variables` holds is
    known; after `lost`, nothing is. `locals` holds, inside a function, what each local
    name was before. A function that maps to None may or may not be defined, and `sent` are those
    that other shells get (`export -f`). `temporary` names are, inside a function or `eval`, those
    that the call itself assigned. `guarded` says that the shell may have ended before this
    point, and `stopped` is the state where an error may have ended this line before. `keywords`
    says that assignments may count anywhere in a command (`set -k`), and `failing` that a pattern
    without a match may end the line.
    """

    folder: str | None = None
    stack: tuple[str | None, ...] | None = ()
    variables: Mapping[str, Variable] = attrs.field(factory=dict)
    outside: Mapping[str, str] = attrs.field(factory=dict)
    exported: frozenset[str] = frozenset()
    fixed: frozenset[str] = frozenset()
    locals: Mapping[str, Variable] | None = None
    functions: Mapping[str, Function | None] = attrs.field(factory=dict)
    aliases: frozenset[str] = frozenset()
    positional: tuple[str, ...] | None = None
    zero: str | None = None
    host: str | None = None
    dialect: Dialect = "bash"
    forgotten: bool = False
    lost: bool = False
    default_split: bool = True
    globbing: bool = True
    bracing: bool | None = True
    plain_cd: bool = True
    guarded: bool = False
    stopped: State | None = None
    sent: frozenset[str] = frozenset()
    temporary: frozenset[str] = frozenset()
    keywords: bool = False
    failing: bool = False

    def lookup(self, name: str) -> Variable:
        """Give the variable's value as far as it is certain."""
        if is_shell_owned(name):
            return shell_owned(name)
        if self.lost:
            return ANY_CHANGE
        if name in self.variables:
            return self.variables[name]
        if name == "PWD":
            return ANY_CHANGE if self.folder is None else self.folder
        if self.forgotten:
            return ANY_CHANGE
        return self.outside.get(name, NOT_HERE)

    def assign(self, name: str, value: Variable) -> State:
        """Give the state after the assignment, bounded in the number of names."""
        variables = {**self.variables, name: value}
        state = attrs.evolve(self, variables=variables)
        if len(variables) > VARIABLES_MAX:
            state = attrs.evolve(self, variables={}, forgotten=True)
        if name == "IFS":
            default = value == FIELD_SEPARATORS or value is UNSET
            return attrs.evolve(state, default_split=default and not self.lost)
        return state

    def forget(self, names: Iterable[str]) -> State:
        """Give the state after something may have assigned these names."""
        state = self
        for name in names:
            state = state.assign(name, ANY_CHANGE)
        return state

    def forget_variables(self) -> State:
        """Give the state after something may have assigned any variable, and nothing else."""
        return attrs.evolve(
            self, variables={"PWD": ANY_CHANGE}, forgotten=True, default_split=False
        )

    def lose(self) -> State:
        """Give the state after which something may change anything between any two commands."""
        return attrs.evolve(self.forget_everything(), lost=True)

    def place_arguments(self, texts: tuple[str, ...] | None) -> State:
        """Give the state with other positional parameters."""
        return attrs.evolve(self, positional=None if self.lost else texts)

    def restore(self, names: Iterable[str], before: State) -> State:
        """Give the state with these names as they were before a command's own assignments."""
        variables = dict(self.variables)
        for name in names:
            variables.pop(name, None)
            if name in before.variables:
                variables[name] = before.variables[name]
        split = before.default_split if "IFS" in names else self.default_split
        return attrs.evolve(self, variables=variables, default_split=split)

    def export(self, name: str) -> State:
        """Give the state in which programs see the variable."""
        if len(self.exported) > VARIABLES_MAX:
            return self
        return attrs.evolve(self, exported=self.exported | {name})

    def fix(self, name: str) -> State:
        """Give the state in which an attribute decides what the variable takes."""
        if len(self.fixed) > VARIABLES_MAX:
            return attrs.evolve(self, variables={}, lost=True)
        return attrs.evolve(self, fixed=self.fixed | {name})

    def forget_everything(self) -> State:
        """Give the state after a command that can do anything a shell can."""
        return attrs.evolve(
            self,
            folder=None,
            stack=None,
            variables={},
            forgotten=True,
            functions=dict.fromkeys(self.functions),
            positional=None,
            default_split=False,
            bracing=None,
            globbing=True,
            plain_cd=False,
            guarded=True,
            keywords=True,
            failing=True,
        )

    def child(self) -> State:
        """Give the state that another shell started from this one begins with."""
        kept: dict[str, Variable] = {
            name: value if name in self.exported and isinstance(value, str) else ANY_CHANGE
            for name, value in self.variables.items()
        }
        kept.pop("PWD", None)
        kept.pop("IFS", None)
        for name in _MADE_BY_A_NEW_SHELL & kept.keys():
            kept[name] = ANY_CHANGE
        functions = dict.fromkeys(self.sent) if self.dialect == "bash" else {}
        state = State(
            folder=self.folder,
            variables=kept,
            outside=self.outside,
            exported=self.exported,
            functions=functions,
            sent=self.sent,
            host=self.host,
            dialect=self.dialect,
            bracing=True if self.dialect == "bash" else None,
            forgotten=self.forgotten,
            lost=self.lost,
        )
        started = any(self.variables.get(name, UNSET) is not UNSET for name in _READ_AT_START)
        return state.lose() if started else state


# bash manual, "Bash Variables": what a shell that is not interactive sets when it starts.
_MADE_BY_A_NEW_SHELL = frozenset(
    ("SHLVL", "OLDPWD", "PS1", "PS2", "PS4", "OPTERR", "BASH", "HOSTNAME", "HOSTTYPE", "TERM")
)
# What makes a new shell run a file first, or take other options.
_READ_AT_START = ("BASH_ENV", "ENV", "SHELLOPTS", "BASHOPTS", "POSIXLY_CORRECT", "BASH_COMPAT")
