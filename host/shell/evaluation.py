"""Evaluation: what arithmetic, subscripts and assignments leave certain in a state."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import attrs

from host.shell.arithmetic import analysed, subscript_of, touched_by
from host.shell.flow import join
from host.shell.limits import EVALUATED_TEXTS_MAX_COUNT
from host.shell.state import ANY_CHANGE
from host.shell.variables import (
    UNSET,
    Array,
    Unknown,
    is_name,
    is_number,
    is_shell_owned,
    kind,
    scalar,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from host.shell.arithmetic import Touched
    from host.shell.state import State
    from host.shell.syntax import Parameter
    from host.shell.variables import Variable

A_NUMBER = Unknown("an arithmetic expansion is known only at run time", "number")
ATTRIBUTE = Unknown("an attribute of the variable changes what is assigned", "text")
_DOLLAR = re.compile(
    r"\$(?:(?P<name>[A-Za-z_]\w*|[0-9#?$!])|\{(?P<prefix>\#?)(?P<braced>[A-Za-z_]\w*|[0-9]+|[#?$!])\})",
    re.ASCII,
)


def may_stop(state: State) -> State:
    """Give the state where an error may have ended the line that is being run."""
    here = attrs.evolve(state, stopped=None)
    return attrs.evolve(state, stopped=join(state.stopped, here) if state.stopped else here)


def settled(state: State) -> State:
    """Give the state at the end of a line, which bash also reaches from where an error ended it."""
    return join(attrs.evolve(state, stopped=None), state.stopped) or state


def after_arithmetic(text: str | None, state: State) -> State:
    """Give the state after an expression was evaluated; None is one that is not certain.

    The values of its variables are expressions in turn (bash's `expr_streval`).
    """
    waiting = [None if text is None else _substituted(text, state)]
    seen: set[str] = set()
    assigned: set[str] = set()
    harmless = True
    while waiting:
        expression = waiting.pop()
        if expression is None or len(seen) > EVALUATED_TEXTS_MAX_COUNT:
            return may_stop(state.forget_variables())
        found = analysed(expression)
        harmless = harmless and found.harmless
        assigned |= found.assigned
        for name in found.evaluated - seen:
            waiting.extend(_texts(name, state, whole=name in found.subscripted))
        # A value that is an expression may name itself, at any remove, which is an error.
        harmless = harmless and not waiting
        seen |= found.evaluated
    harmless = harmless and state.fixed.isdisjoint(assigned)
    for name in sorted(assigned):
        state = bind(state, name, A_NUMBER)
    return state if harmless else may_stop(state)


def _substituted(text: str, state: State) -> str | None:
    """Give the expression with its expansions in it, numbers as 1; None where it is not certain."""
    if "\\" in text or "`" in text or "'" in text:
        return None
    pieces: list[str] = []
    at = 0
    for match in _DOLLAR.finditer(text):
        value = "1" if match["prefix"] else _value(match["name"] or match["braced"], state)
        joins = text[match.start() - 1 : match.start()] + text[match.end() : match.end() + 1]
        if value is None or re.search(r"[\w$]", joins):
            return None
        pieces += [text[at : match.start()], value]
        at = match.end()
    rest = "".join([*pieces, text[at:]]).replace('"', "")
    return None if "$" in rest else rest


def _value(name: str, state: State) -> str | None:
    if name.isdigit():
        known = state.positional or ()
        if name == "0" or state.positional is None:
            return None
        return _plain(known[int(name) - 1]) if int(name[:9]) <= len(known) else ""
    if not is_name(name):
        return "1"
    value = scalar(state.lookup(name))
    if kind(value) == "number":
        return value if isinstance(value, str) else "1"
    return _plain(value) if isinstance(value, str) else None


def _plain(text: str) -> str | None:
    return None if "$" in text or "`" in text or "\\" in text else text


def _texts(name: str, state: State, *, whole: bool) -> list[str | None]:
    """Give what is evaluated in turn for a name: its value, or every element."""
    value = state.lookup(name)
    if isinstance(value, Array):
        texts = list(value.items.values()) if whole else [value.items.get(0, "")]
        known = value.whole or (not whole and 0 in value.items)
        return [None] if not known else [_plain(t) for t in texts if not is_number(t)]
    if kind(value) == "number":
        return []
    return [_plain(value) if isinstance(value, str) else None]


def after_subscript(reference: str | None, state: State) -> State:
    """Give the state after `name[subscript]`, or a name, was looked up or assigned."""
    for expression in subscript_of(reference):
        state = may_stop(after_arithmetic(expression, state))
    return state


def after_names(operands: Iterable[str | None], state: State) -> State:
    """Give the state after a builtin may have assigned these names or elements."""
    for operand in operands:
        state = after_subscript(operand, state)
        name = (operand or "").partition("[")[0]
        if is_name(name) and not is_shell_owned(name):
            state = bind(state, name, ANY_CHANGE)
    return state


def after_touch(touched: Touched, state: State) -> State:
    """Give the state after an expansion that does this."""
    for expression in sorted(touched.expressions, key=str):
        state = after_arithmetic(expression, state)
    state = after_names(sorted(touched.names), state)
    return may_stop(state) if touched.stops else state


def after_parameter(parameter: Parameter, state: State) -> State:
    """Give the state after `${…}` was expanded: its subscript, its operation, what it assigns."""
    operation = parameter.operation
    if parameter.prefix == "!" and not (operation in {"*", "@"} or "[" in parameter.name):
        value = scalar(state.lookup(parameter.name)) if is_name(parameter.name) else None
        target = value if isinstance(value, str) else None
        state = may_stop(after_subscript(target, state))
        if operation.startswith((":=", "=")):
            state = after_names([target], state)
    return after_touch(touched_by(parameter), state)


def bind(state: State, name: str, value: Variable) -> State:
    """Give the state after a scalar assignment, which an attribute or an array may change."""
    if is_shell_owned(name):
        return _evaluated(value, state) if kind(state.lookup(name)) == "number" else state
    if name in state.fixed and value is not UNSET:
        return may_stop(_evaluated(value, state)).assign(name, ATTRIBUTE)
    before = state.lookup(name)
    if isinstance(value, Array) or kind(before) != "any":
        return state.assign(name, value)
    if isinstance(value, str):
        items = before.items if isinstance(before, Array) else {}
        whole = isinstance(before, Array) and before.whole
        value = Array({**items, 0: value}, whole)
    elif isinstance(value, Unknown):
        value = Unknown(value.why)
    return state.assign(name, value)


def _evaluated(value: Variable, state: State) -> State:
    """Give the state after a value was given to a variable that may evaluate it."""
    if isinstance(value, str):
        return after_arithmetic(_plain(value), state)
    return state if kind(value) == "number" else after_arithmetic(None, state)
