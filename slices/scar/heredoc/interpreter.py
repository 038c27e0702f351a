"""Follows the statements of a Python body, branch by branch, and notes the calls that write."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from host.errors import BudgetSpent
from slices.scar.heredoc.expressions import element, evaluate, operated
from slices.scar.heredoc.sinks import written_by
from slices.scar.heredoc.values import UNKNOWN, Value, any_of, sequence, text
from slices.scar.limits import BODY_CALLS_MAX_LEVELS, BODY_WORK_MAX_STEPS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from slices.scar.heredoc.sinks import Written

    Function = ast.FunctionDef | ast.AsyncFunctionDef
    Names = dict[str, Value]


class Interpreter:
    """One run over a body: the names as they stand, and what was written so far."""

    def __init__(self, argv: Sequence[str | None]) -> None:
        given = (UNKNOWN if word is None else text(word) for word in argv)
        self.names: Names = {"sys.argv": sequence(given)}
        self.written: list[Written] = []
        self._steps = 0
        self._depth = 0
        self._returned: list[list[Value]] = [[]]
        self._waiting: dict[int, Function] = {}

    def run(self, tree: ast.Module) -> None:
        """Follow the whole body, then each function that nothing in it called."""
        self.block(tree.body)
        while self._waiting:
            _, function = self._waiting.popitem()
            self.enter(function, (), {})

    def step(self) -> None:
        """Count one step; raises `BudgetSpent` past `BODY_WORK_MAX_STEPS`."""
        self._steps += 1
        if self._steps > BODY_WORK_MAX_STEPS:
            message = f"more than {BODY_WORK_MAX_STEPS} steps in one Python body"
            raise BudgetSpent(message)

    def block(self, statements: Sequence[ast.stmt]) -> None:
        """Follow statements in order."""
        for statement in statements:
            self.step()
            _STATEMENTS.get(type(statement), _anything)(self, statement)

    def either(self, *blocks: Sequence[ast.stmt]) -> None:
        """Follow blocks of which any may run; afterwards a name may be what any of them left."""
        before, ends = dict(self.names), []
        for block in blocks:
            self.names = dict(before)
            self.block(block)
            ends.append(self.names)
        self.names = _met([before, *ends])

    def bind(self, target: ast.expr, value: Value) -> None:
        """Give the value to a name, to each of several names, or to an attribute."""
        if isinstance(target, ast.Name):
            self.names[target.id] = value
        elif isinstance(target, ast.Tuple | ast.List):
            self._unpack(target.elts, value)
        elif isinstance(target, ast.Starred):
            self.bind(target.value, UNKNOWN)
        elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
            self.names[f"{target.value.id}.{target.attr}"] = value
        elif isinstance(target, ast.Subscript):
            self._set_item(target, value)

    def called(
        self,
        node: ast.Call,
        name: str,
        method: tuple[str, Value],
        arguments: tuple[Sequence[Value], Mapping[str, Value]],
    ) -> None:
        """Note what a call writes, and what it adds to a list."""
        self.written += written_by(node, name, method, arguments)
        given = arguments[0]
        if method[0] in {"append", "add"} and given and isinstance(node.func, ast.Attribute):
            self._add_element(node.func.value, given[0])

    def enter(
        self, function: Function, given: Sequence[Value], options: Mapping[str, Value]
    ) -> Value:
        """Follow a call of a function of the body, and return what it may return."""
        self._waiting.pop(id(function), None)
        if self._depth >= BODY_CALLS_MAX_LEVELS:
            return UNKNOWN
        before = dict(self.names)
        self.names.update(self._parameters(function.args, given, options))
        self._depth += 1
        self._returned.append([])
        self.block(function.body)
        self._depth -= 1
        self.names = before
        return any_of(self._returned.pop() or [UNKNOWN])

    def give_back(self, value: Value) -> None:
        """Note what the function that is being followed returns."""
        self._returned[-1].append(value)

    def define(self, function: Function) -> None:
        """Bind a function, which is followed when it is called, or at the end."""
        self._waiting[id(function)] = function
        self.names[function.name] = Value(function=function)

    def _parameters(
        self, arguments: ast.arguments, given: Sequence[Value], options: Mapping[str, Value]
    ) -> Names:
        names = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
        found: Names = dict.fromkeys([*names, *(a.arg for a in arguments.kwonlyargs)], UNKNOWN)
        for name, default in zip(reversed(names), reversed(arguments.defaults), strict=False):
            found[name] = evaluate(self, default)
        for one, standard in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
            found[one.arg] = evaluate(self, standard)
        found |= dict(zip(names, given, strict=False))
        return found | {name: value for name, value in options.items() if name in found}

    def _unpack(self, targets: Sequence[ast.expr], value: Value) -> None:
        members = value.elements or ()
        exact = len(members) == len(targets)
        for index, target in enumerate(targets):
            self.bind(target, members[index] if exact else element(value))

    def _set_item(self, target: ast.Subscript, value: Value) -> None:
        key = evaluate(self, target.slice)
        if not isinstance(target.value, ast.Name):
            return
        table = self.names.get(target.value.id, UNKNOWN)
        if table.entries is not None:
            added = Value(elements=(key,), entries=(value,))
            self.names[target.value.id] = any_of((table, added))

    def _add_element(self, node: ast.expr, value: Value) -> None:
        if isinstance(node, ast.Name) and self.names.get(node.id, UNKNOWN).elements is not None:
            added = Value(elements=(value,))
            self.names[node.id] = any_of((self.names[node.id], added))


def _met(ends: list[Names]) -> Names:
    met = dict(ends[0])
    for names in ends[1:]:
        for name, value in names.items():
            known = met.get(name)
            met[name] = value if known is None or known is value else any_of((known, value))
    return met


def _anything(run: Interpreter, node: ast.stmt) -> None:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            evaluate(run, child)


def _assign(run: Interpreter, node: ast.Assign) -> None:
    value = evaluate(run, node.value)
    for target in node.targets:
        run.bind(target, value)


def _annotated(run: Interpreter, node: ast.AnnAssign) -> None:
    if node.value is not None:
        run.bind(node.target, evaluate(run, node.value))


def _augmented(run: Interpreter, node: ast.AugAssign) -> None:
    value = evaluate(run, node.value)
    if isinstance(node.target, ast.Name):
        before = run.names.get(node.target.id, UNKNOWN)
        run.names[node.target.id] = operated(node.op, before, value)


def _if(run: Interpreter, node: ast.If) -> None:
    evaluate(run, node.test)
    run.either(node.body, node.orelse)


def _for(run: Interpreter, node: ast.For | ast.AsyncFor) -> None:
    run.bind(node.target, element(evaluate(run, node.iter)))
    run.either([*node.body, *node.orelse])


def _while(run: Interpreter, node: ast.While) -> None:
    evaluate(run, node.test)
    run.either([*node.body, *node.orelse])


def _with(run: Interpreter, node: ast.With | ast.AsyncWith) -> None:
    for item in node.items:
        value = evaluate(run, item.context_expr)
        if item.optional_vars is not None:
            run.bind(item.optional_vars, value)
    run.block(node.body)


def _try(run: Interpreter, node: Any) -> None:
    run.block(node.body)
    run.either(*(handler.body for handler in node.handlers))
    run.block([*node.orelse, *node.finalbody])


def _match(run: Interpreter, node: ast.Match) -> None:
    evaluate(run, node.subject)
    run.either(*(case.body for case in node.cases))


def _function(run: Interpreter, node: Function) -> None:
    run.define(node)


def _class(run: Interpreter, node: ast.ClassDef) -> None:
    run.either(node.body)


def _return(run: Interpreter, node: ast.Return) -> None:
    run.give_back(evaluate(run, node.value))


def _import(run: Interpreter, node: ast.Import) -> None:
    for alias in node.names:
        top = alias.name.partition(".")[0]
        run.names[alias.asname or top] = Value(name=alias.name if alias.asname else top)


def _import_from(run: Interpreter, node: ast.ImportFrom) -> None:
    for alias in node.names:
        dotted = f"{node.module}.{alias.name}"
        run.names[alias.asname or alias.name] = run.names.get(dotted, Value(name=dotted))


_STATEMENTS: dict[type, Callable[[Any, Any], None]] = {
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.If: _if,
    ast.For: _for,
    ast.AsyncFor: _for,
    ast.While: _while,
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.Try: _try,
    ast.TryStar: _try,
    ast.Match: _match,
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _function,
    ast.ClassDef: _class,
    ast.Return: _return,
    ast.Import: _import,
    ast.ImportFrom: _import_from,
}
