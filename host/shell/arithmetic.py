"""Arithmetic as text: the names it assigns, those it evaluates, and whether it may fail."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from host.shell.names import names
from host.shell.outputs import prints_number
from host.shell.syntax import Arithmetic, Parameter, Substitution, Text
from host.shell.variables import is_name, is_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from host.shell.syntax import ArithmeticCommand, Word

_OPERAND = re.compile(
    r"""(?P<before>(?:\+\+|--)\s*)?(?P<name>[A-Za-z_]\w*)\s*
    (?P<after>\[|\+\+|--|(?:[-+*/%&|^]|<<|>>)=|=(?!=))?""",
    re.ASCII | re.VERBOSE,
)
_NUMBER = re.compile(r"(?<![\w@#])[0-9][\w@#]*", re.ASCII)
_NAME = r"[A-Za-z_]\w*"
_TERM = rf"[-+!~]?\s*(?:(?:\+\+|--)?{_NAME}|{_NAME}(?:\+\+|--)|0|[1-9][0-9]{{0,17}}+)"
_BINARY = r"(?:\+|-|\*(?!\*)|<=|>=|<(?!<)|>(?!>)|==|!=|&&|\|\||&|\||\^|,)"
_CHAIN = rf"\s*+{_TERM}(?:\s*+{_BINARY}\s*+{_TERM})*+\s*+"
_HARMLESS = re.compile(rf"\s*+(?:{_NAME}\s*+[-+*]?=(?!=))?{_CHAIN}|\s*+", re.ASCII)
_GROUP = re.compile(rf"\({_CHAIN}\)", re.ASCII)
_GROUPS_MAX = 8


@frozen
class Expression:
    """What evaluating a text does.

    `assigned` names take a number, the values of `evaluated` names are read as expressions in
    turn, and so are the elements of `subscripted` ones. `harmless` says that no error is possible
    as long as every value is a number.
    """

    assigned: frozenset[str]
    evaluated: frozenset[str]
    subscripted: frozenset[str]
    harmless: bool


@lru_cache(maxsize=256)
def analysed(text: str) -> Expression:
    """Give what evaluating an expression does that holds no expansions any more."""
    assigned, evaluated, subscripted = set(), set(), set()
    for match in _OPERAND.finditer(_NUMBER.sub("0", text)):
        name, after = match["name"], match["after"] or ""
        if after == "[":
            subscripted.add(name)
        if after != "=":
            evaluated.add(name)
        if match["before"] or after.endswith(("=", "++", "--")):
            assigned.add(name)
    if subscripted and _may_assign(text):
        assigned |= subscripted
    return Expression(
        frozenset(assigned), frozenset(evaluated), frozenset(subscripted), _is_harmless(text)
    )


def _may_assign(text: str) -> bool:
    return "=" in text or "++" in text or "--" in text


def _is_harmless(text: str) -> bool:
    for _ in range(_GROUPS_MAX):
        if _HARMLESS.fullmatch(text):
            return True
        text = _GROUP.sub("1", text)
    return False


def names_in(text: str) -> set[str]:
    """Give every name that a text holds."""
    spaced = "".join(c if c.isalnum() or c == "_" else " " for c in text)
    return {name for name in spaced.split() if is_name(name)}


_FRAMES = {5: 3, 4: 2, 3: 2, 0: 0}
"""How long `$((…))`, `((…))`, `$[…]` and `[…]` are around their text, and before it."""


def expression_of(node: Arithmetic | ArithmeticCommand) -> str:
    """Give the text of a node, with 1 for each script in it that prints a number."""
    text = node.text
    before = _FRAMES.get(node.end - node.start - len(text))
    if before is None or not all(prints_number(script) for script in node.nested):
        return text
    for script in reversed(node.nested):
        start, end = (at - node.start - before for at in (script.start, script.end))
        text = f"{text[:start]}1{text[end:]}"
    return text


def word_expression(word: Word) -> str | None:
    """Give a word as the expression it is once expanded, `$name` left in it; None if too hard."""
    if len(word.parts) == 1 and isinstance(word.parts[0], Arithmetic):
        return "1"
    pieces = []
    for part in word.parts:
        if isinstance(part, Text) and "$" not in part.value:
            pieces.append(part.value)
        elif isinstance(part, Parameter) and not (part.operation or part.nested):
            pieces.append(f"${{{part.prefix}{part.name}}}")
        elif isinstance(part, Substitution) and len(word.parts) == 1 and prints_number(part):
            return "1"
        else:
            return None
    return "".join(pieces)


_COMPARING = names("-eq -ne -lt -le -gt -ge")
"""The operators of `[[` whose operands are arithmetic."""


def tested(words: Sequence[Word], texts: Sequence[str | None]) -> Touched:
    """Give what the words of a `[[ … ]]` evaluate; `texts` are those that are certain."""
    found: set[str | None] = set()

    def operand(index: int) -> str | None:
        if not 0 <= index < len(words):
            return ""
        text = texts[index]
        return word_expression(words[index]) if text is None else text

    for index, word in enumerate(words):
        operator = word.literal
        if operator in _COMPARING:
            found |= {operand(index - 1), operand(index + 1)}
        elif operator == "-v":
            found |= subscript_of(operand(index + 1))
    return Touched(expressions=frozenset(found))


@frozen
class Touched:
    """What an expansion may do: names it assigns, expressions it evaluates, whether it may fail.

    An expression that is not certain is None.
    """

    names: frozenset[str] = frozenset()
    expressions: frozenset[str | None] = frozenset()
    stops: bool = False

    def __or__(self, other: Touched) -> Touched:
        """Give what both do."""
        return Touched(
            self.names | other.names,
            self.expressions | other.expressions,
            self.stops or other.stops,
        )


NOTHING = Touched()
ANYTHING = Touched(expressions=frozenset((None,)), stops=True)
_ARITHMETIC = re.compile(r"\$\(\(|\$\[|\$\{\w*\[|\$\{\w+:(?![-=+?])|\$\{!|@P\}")
_NOT_A_NAME = re.compile(r"[^\w=+\-\[\]]+")
_PIECE = re.compile(r"\$\{[^}\n]*+\}|\$\(\([^\n]*+|\$\[[^\n]*+")
_NO_CUT = ("-", "=", "+", "?")
_KNOWN_OPERATIONS = frozenset(":-=+?#%/^,@[*")


def subscript_of(reference: str | None) -> set[str | None]:
    """Give the expression that the subscript of `name[subscript]` is, if it has one to evaluate."""
    if reference is None:
        return {None}
    _, bracket, subscript = reference.partition("[")
    index = subscript.rpartition("]")[0] if "]" in subscript else subscript
    if not bracket or index in {"@", "*"} or (index.isdigit() and is_number(index)):
        return set()
    return {index}


def touched_by(parameter: Parameter) -> Touched:
    """Give what expanding `${…}` does, but for `${!…}`."""
    base, bracket, _ = parameter.name.partition("[")
    operation = parameter.operation
    if not operation and not bracket:
        return NOTHING
    expressions = frozenset(subscript_of(parameter.name))
    assigns = operation.startswith((":=", "="))
    assigned = frozenset([base] if assigns and is_name(base) else ())
    stops = bool(expressions) or (assigns and not assigned)
    return Touched(assigned, expressions, stops) | _touched_by_operation(operation)


def _touched_by_operation(operation: str) -> Touched:
    if operation.startswith("@P") or (operation and operation[0] not in _KNOWN_OPERATIONS):
        return ANYTHING
    if operation.startswith(":") and not operation.startswith(_NO_CUT, 1):
        texts = operation[1:].split(":")
        cuts = [text for text in texts if not (text.isdigit() and is_number(text))]
        return Touched(expressions=frozenset(cuts), stops=bool(cuts))
    return touched_by_text(operation)


def touched_by_text(text: str) -> Touched:
    """Give what expanding a text does that holds expansions somewhere."""
    if "$" not in text:
        return NOTHING
    if _ARITHMETIC.search(text):
        # Where exactly an expression ends in it does not matter: every name counts.
        return Touched(expressions=frozenset([_NOT_A_NAME.sub(" ", text)]), stops=True)
    return Touched(frozenset(names_in(text))) if "=" in text else NOTHING


def touched_by_document(body: str) -> Touched:
    """Give what expanding the body of a here-document does."""
    found = NOTHING
    for piece in _PIECE.findall(body):
        found |= touched_by_text(piece)
    return found
