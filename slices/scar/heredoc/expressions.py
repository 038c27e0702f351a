"""What an expression of a Python body may be, and the calls in it, in the order they happen."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from slices.scar.heredoc.path_calls import FUNCTIONS, METHODS
from slices.scar.heredoc.values import (
    HOLE,
    UNKNOWN,
    Value,
    any_of,
    glued,
    holed,
    joined,
    replaced,
    sequence,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from slices.scar.heredoc.interpreter import Interpreter


def evaluate(run: Interpreter, node: ast.expr | None) -> Value:
    """Return what is known of the expression's value; its calls are followed on the way."""
    if node is None:
        return UNKNOWN
    run.step()
    rule: Callable[[Any, Any], Value] = _RULES.get(type(node), _anything)
    return rule(run, node)


def _anything(run: Interpreter, node: Any) -> Value:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            evaluate(run, child)
    return UNKNOWN


def _constant(run: Interpreter, node: ast.Constant) -> Value:
    del run
    return text(node.value) if isinstance(node.value, str) else UNKNOWN


def _formatted(run: Interpreter, node: ast.JoinedStr) -> Value:
    whole = text("")
    for part in node.values:
        whole = glued(whole, evaluate(run, part))
    return whole


def _field(run: Interpreter, node: ast.FormattedValue) -> Value:
    value = evaluate(run, node.value)
    return Value((HOLE,)) if node.format_spec or node.conversion > 0 else Value(holed(value))


def _name(run: Interpreter, node: ast.Name) -> Value:
    return run.names.get(node.id, Value(name=node.id))


def _attribute(run: Interpreter, node: ast.Attribute) -> Value:
    return _member(run, node, evaluate(run, node.value))


def _member(run: Interpreter, node: ast.Attribute, base: Value) -> Value:
    """Return an attribute of an object: one that the body gave it, a path's, or a module's."""
    given = f"{node.value.id}.{node.attr}" if isinstance(node.value, ast.Name) else ""
    if given in run.names:
        return run.names[given]
    if base.texts:
        return _of_path(base, node.attr)
    dotted = f"{base.name}.{node.attr}" if base.name else ""
    return run.names.get(dotted, Value(name=dotted))


def _of_path(base: Value, attribute: str) -> Value:
    if attribute == "parent":
        return Value(tuple(one.rpartition("/")[0] or "." for one in base.texts))
    if attribute == "name":
        return Value(tuple(one.rpartition("/")[2] for one in base.texts))
    if attribute == "stem":
        names = (one.rpartition("/")[2] for one in base.texts)
        return Value(tuple(one.rpartition(".")[0] or one for one in names))
    return UNKNOWN


def _operation(run: Interpreter, node: ast.BinOp) -> Value:
    left, right = evaluate(run, node.left), evaluate(run, node.right)
    return operated(node.op, left, right)


def operated(operator: ast.operator, left: Value, right: Value) -> Value:
    """Return the value of a binary operation, as far as it can be a path or a list of them."""
    if isinstance(operator, ast.Div) and (left.texts or right.texts):
        return joined((left, right))
    if isinstance(operator, ast.Add) and left.elements is not None:
        return any_of((left, right))
    if isinstance(operator, ast.Add):
        return glued(left, right)
    if isinstance(operator, ast.Mod) and left.texts:
        filling = right.texts[0] if len(right.texts) == 1 else HOLE
        return Value(replaced(one, "%s", filling) for one in left.texts)
    return UNKNOWN


def _either(run: Interpreter, node: ast.IfExp) -> Value:
    evaluate(run, node.test)
    return any_of((evaluate(run, node.body), evaluate(run, node.orelse)))


def _any(run: Interpreter, node: ast.BoolOp) -> Value:
    return any_of(evaluate(run, one) for one in node.values)


def _walrus(run: Interpreter, node: ast.NamedExpr) -> Value:
    value = evaluate(run, node.value)
    run.names[node.target.id] = value
    return value


def _same(run: Interpreter, node: ast.Starred | ast.Await) -> Value:
    return evaluate(run, node.value)


def _list(run: Interpreter, node: ast.List | ast.Tuple | ast.Set) -> Value:
    return sequence([evaluate(run, one) for one in node.elts])


def _dict(run: Interpreter, node: ast.Dict) -> Value:
    keys = tuple(evaluate(run, one) for one in node.keys)
    entries = tuple(evaluate(run, one) for one in node.values)
    return Value(elements=keys, entries=entries)


def _subscript(run: Interpreter, node: ast.Subscript) -> Value:
    base = evaluate(run, node.value)
    evaluate(run, node.slice)
    if isinstance(node.slice, ast.Slice):
        return Value(elements=base.elements)
    members = base.elements if base.entries is None else base.entries
    index = node.slice.value if isinstance(node.slice, ast.Constant) else None
    if base.entries is None and isinstance(index, int) and 0 <= index < len(members or ()):
        return (members or ())[index]
    return any_of(members) if members else UNKNOWN


def _comprehension(run: Interpreter, node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> Value:
    _generators(run, node.generators)
    return sequence([evaluate(run, node.elt)])


def _dict_comprehension(run: Interpreter, node: ast.DictComp) -> Value:
    _generators(run, node.generators)
    return Value(elements=(evaluate(run, node.key),), entries=(evaluate(run, node.value),))


def _generators(run: Interpreter, generators: list[ast.comprehension]) -> None:
    for one in generators:
        run.bind(one.target, element(evaluate(run, one.iter)))
        for condition in one.ifs:
            evaluate(run, condition)


def element(value: Value) -> Value:
    """Return what a loop over the value may give."""
    return any_of(value.elements) if value.elements else UNKNOWN


def _lambda(run: Interpreter, node: ast.Lambda) -> Value:
    return evaluate(run, node.body)


def _call(run: Interpreter, node: ast.Call) -> Value:
    base, method = UNKNOWN, ""
    if isinstance(node.func, ast.Attribute):
        base, method = evaluate(run, node.func.value), node.func.attr
        function = _member(run, node.func, base)
    else:
        function = evaluate(run, node.func)
    given = [evaluate(run, one) for one in node.args]
    options = {one.arg or "": evaluate(run, one.value) for one in node.keywords}
    run.called(node, function.name, (method, base), (given, options))
    if function.function is not None:
        return run.enter(function.function, given, options)
    return _result(function.name, method, base, (given, options))


def _result(
    name: str, method: str, base: Value, arguments: tuple[list[Value], dict[str, Value]]
) -> Value:
    if name in FUNCTIONS:
        return FUNCTIONS[name](*arguments)
    if method in METHODS:
        return METHODS[method](base, arguments[0])
    return UNKNOWN


_RULES: dict[type[ast.AST], Callable[[Any, Any], Value]] = {
    ast.Constant: _constant,
    ast.JoinedStr: _formatted,
    ast.FormattedValue: _field,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.BinOp: _operation,
    ast.IfExp: _either,
    ast.BoolOp: _any,
    ast.NamedExpr: _walrus,
    ast.Starred: _same,
    ast.Await: _same,
    ast.List: _list,
    ast.Tuple: _list,
    ast.Set: _list,
    ast.Dict: _dict,
    ast.Subscript: _subscript,
    ast.ListComp: _comprehension,
    ast.SetComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.DictComp: _dict_comprehension,
    ast.Lambda: _lambda,
    ast.Call: _call,
}
