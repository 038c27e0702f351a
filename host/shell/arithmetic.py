"""The names that arithmetic, wherever a text of the shell holds it, may assign."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.shell.names import names
from host.shell.parameters import assigns
from host.shell.variables import is_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from host.shell.syntax import Parameter

_NESTED = ("((", "$[", "${")
_NO_CUT = ("-", "=", "+", "?")
_COMPARING = names("-eq -ne -lt -le -gt -ge -v")
"""The operators of `[[` whose operands are arithmetic, or a name with a subscript."""


def names_assigned_in(expression: str) -> list[str]:
    """Give the names that an expression may assign: all it holds, if it assigns at all."""
    if "=" not in expression and "++" not in expression and "--" not in expression:
        return []
    spaced = "".join(c if c.isalnum() or c == "_" else " " for c in expression)
    return [name for name in spaced.split() if is_name(name)]


def names_assigned_by(parameter: Parameter) -> list[str]:
    """Give the names that `${…}` may assign: its own, and those in its subscript and operation."""
    base, _, subscript = parameter.name.partition("[")
    found = names_assigned_in(subscript)
    if assigns(parameter) and is_name(base):
        found.append(base)
    operation = parameter.operation
    cuts = operation.startswith(":") and not operation.startswith(_NO_CUT, 1)
    if cuts or any(mark in operation for mark in _NESTED):
        found += names_assigned_in(operation)
    return found


def names_assigned_by_test(words: Iterable[str | None]) -> list[str]:
    """Give the names that the certain words of a `[[ … ]]` may assign."""
    texts = [word for word in words if word is not None]
    if not any(text in _COMPARING for text in texts):
        return []
    operands = [text for text in texts if text not in _COMPARING]
    return [name for text in operands for name in names_assigned_in(text)]
