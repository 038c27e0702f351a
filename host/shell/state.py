"""The shell's state between two commands: folder, variables, functions, options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import attrs
from attrs import frozen

from host.shell.limits import VARIABLES_MAX
from host.shell.variables import (
    NOT_HERE,
    ONE_WAY,
    RUN_TIME,
    UNSET,
    Unknown,
    Variable,
    is_shell_owned,
    joined,
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
    name was before. A function that maps to None may or may not be defined. `guarded` says that
    the shell may have ended before this point.
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

    def lookup(self, name: str) -> Variable:
        """Give the variable's value as far as it is certain."""
        if is_shell_owned(name):
            return RUN_TIME
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
        if name in self.fixed and value is not UNSET:
            value = Unknown("an attribute of the variable changes what is assigned")
        variables = {**self.variables, name: value}
        state = attrs.evolve(self, variables=variables)
        if len(variables) > VARIABLES_MAX:
            state = attrs.evolve(self, variables={}, forgotten=True)
        if name == "IFS":
            return attrs.evolve(state, default_split=value == FIELD_SEPARATORS or value is UNSET)
        return state

    def forget(self, names: Iterable[str]) -> State:
        """Give the state after something may have assigned these names."""
        state = self
        for name in names:
            state = state.assign(name, ANY_CHANGE)
        return state

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
            plain_cd=False,
            guarded=True,
        )

    def child(self) -> State:
        """Give the state that another shell started from this one begins with."""
        kept = {
            name: value if name in self.exported and isinstance(value, str) else ANY_CHANGE
            for name, value in self.variables.items()
        }
        kept.pop("PWD", None)
        kept.pop("IFS", None)
        return State(
            folder=self.folder,
            variables=kept,
            outside=self.outside,
            exported=self.exported,
            host=self.host,
            dialect=self.dialect,
            bracing=True if self.dialect == "bash" else None,
            forgotten=self.forgotten,
            lost=self.lost,
        )


def join(left: State | None, right: State | None) -> State | None:
    """Give what is certain where two ways meet; None is a way on which the shell has ended."""
    if left is None or right is None:
        only = left or right
        return None if only is None else attrs.evolve(only, guarded=True)
    if left is right:
        return left
    if left == right:
        return left
    return attrs.evolve(
        left,
        folder=left.folder if left.folder == right.folder else None,
        stack=left.stack if left.stack == right.stack else None,
        variables=_joined_variables(left, right),
        exported=left.exported & right.exported,
        fixed=left.fixed | right.fixed,
        locals=_joined_locals(left.locals, right.locals),
        functions=_joined_functions(left.functions, right.functions),
        aliases=left.aliases | right.aliases,
        positional=left.positional if left.positional == right.positional else None,
        forgotten=left.forgotten or right.forgotten,
        lost=left.lost or right.lost,
        default_split=left.default_split and right.default_split,
        globbing=left.globbing or right.globbing,
        bracing=left.bracing if left.bracing is right.bracing else None,
        plain_cd=left.plain_cd and right.plain_cd,
        guarded=left.guarded or right.guarded,
    )


def _joined_variables(left: State, right: State) -> Mapping[str, Variable]:
    if left.variables is right.variables:
        return left.variables
    names = left.variables.keys() | right.variables.keys()
    return {name: joined(left.lookup(name), right.lookup(name)) for name in names}


def _joined_locals(
    left: Mapping[str, Variable] | None, right: Mapping[str, Variable] | None
) -> Mapping[str, Variable] | None:
    if left is right or left is None or right is None:
        return left
    return {
        name: joined(left.get(name, ONE_WAY), right.get(name, ONE_WAY))
        for name in left.keys() | right.keys()
    }


def _joined_functions(
    left: Mapping[str, Function | None], right: Mapping[str, Function | None]
) -> Mapping[str, Function | None]:
    if left is right:
        return left
    return {
        name: left.get(name) if left.get(name) is right.get(name) else None
        for name in left.keys() | right.keys()
    }


@frozen
class Outcome:
    """Where a command leaves the shell: the states if it passed and if it failed.

    None is a way that cannot be taken (`exit`). `status` is the exit status where it is certain,
    and then the other state is what would have been.
    """

    passed: State | None
    failed: State | None
    status: bool | None = None

    @property
    def after(self) -> State | None:
        """The state of whatever follows `;`."""
        if self.status is None:
            return join(self.passed, self.failed)
        return self.passed if self.status else self.failed

    def negated(self) -> Outcome:
        """Give the outcome behind `!`."""
        status = None if self.status is None else not self.status
        return Outcome(self.failed, self.passed, status)


def and_then(left: Outcome, right: Outcome) -> Outcome:
    """Give the outcome of `left && right`, where `right` was traced from `left.passed`."""
    if left.passed is None:
        return left
    if left.status is True:
        return right
    if left.status is False:
        return Outcome(right.passed, left.failed, status=False)
    failed = join(left.failed, right.failed)
    return Outcome(right.passed, failed, False if right.status is False else None)


def or_else(left: Outcome, right: Outcome) -> Outcome:
    """Give the outcome of `left || right`, where `right` was traced from `left.failed`."""
    return and_then(left.negated(), right.negated()).negated()


def unchanged(state: State, status: bool | None = None) -> Outcome:  # noqa: FBT001 (a status)
    """Give the outcome of a command that changes nothing in the shell."""
    return Outcome(state, state, status)
