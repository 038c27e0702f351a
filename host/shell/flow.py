"""Flow: where a command leaves the shell, and what is certain where ways meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs import frozen

from host.shell.variables import ONE_WAY, Variable, joined

if TYPE_CHECKING:
    from collections.abc import Mapping

    from host.shell.state import State
    from host.shell.syntax import Function


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
        stopped=join(left.stopped or right.stopped, right.stopped or left.stopped),
        sent=left.sent | right.sent,
        temporary=left.temporary | right.temporary,
        keywords=left.keywords or right.keywords,
        failing=left.failing or right.failing,
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
