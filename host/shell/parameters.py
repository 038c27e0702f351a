"""Parameter expansion: what `$name` and `${name…}` give, as far as it is certain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from host.shell.limits import OPERATION_TEXT_MAX_CHARACTERS
from host.shell.patterns import is_simple, is_text, matches
from host.shell.variables import RUN_TIME, UNSET, Array, Unknown, Unset, is_name, is_number, scalar

if TYPE_CHECKING:
    from host.shell.state import State
    from host.shell.syntax import Parameter


@frozen
class Listed:
    """`$@`, `$*` or `${a[@]}`: one text for each element, or why they are not certain."""

    items: tuple[str, ...] | Unknown
    starred: bool = False


Expanded = str | Listed | Unknown

TOO_HARD = Unknown("this form of expansion is not worked out")
NO_ELEMENT = Unknown("no such element is certain")


def expand_parameter(parameter: Parameter, state: State) -> Expanded:
    """Give the text or texts of the parameter; an uncertain one keeps its reason."""
    if parameter.prefix == "!":
        return TOO_HARD
    base, _, subscript = parameter.name.partition("[")
    if base in {"@", "*"} or subscript in {"@]", "*]"}:
        return _listed(parameter, base, subscript, state)
    value = _plain(base, subscript, state)
    if parameter.prefix == "#":
        return _length(value, parameter.operation)
    return _operated(value, parameter, state)


def assigns(parameter: Parameter) -> bool:
    """Whether the expansion may assign its variable (`${v:=w}`)."""
    return parameter.operation.startswith((":=", "="))


def may_end_shell(parameter: Parameter) -> bool:
    """Whether the expansion may end the shell (`${v:?w}`)."""
    return parameter.operation.startswith((":?", "?"))


def _listed(parameter: Parameter, base: str, subscript: str, state: State) -> Expanded:
    starred = base == "*" or subscript == "*]"
    items = state.positional if base in {"@", "*"} else _elements(base, state)
    if parameter.prefix == "#":
        return TOO_HARD if items is None or parameter.operation else str(len(items))
    if items is None:
        return Listed(Unknown("the list is not certain"), starred)
    if parameter.operation:
        return Listed(TOO_HARD, starred)
    return Listed(items, starred)


def _elements(base: str, state: State) -> tuple[str, ...] | None:
    value = state.lookup(base)
    if isinstance(value, Array):
        items = value.items
        return tuple(items[index] for index in sorted(items)) if value.whole else None
    if isinstance(value, str):
        return (value,)
    return () if value is UNSET else None


def _plain(base: str, subscript: str, state: State) -> str | Unknown | Unset:
    if base.isascii() and base.isdigit():
        return _positional(int(base[:9]), state)
    if base == "#":
        return RUN_TIME if state.positional is None else str(len(state.positional))
    if not is_name(base):
        return RUN_TIME
    if not subscript:
        return scalar(state.lookup(base))
    value = state.lookup(base)
    index = subscript.removesuffix("]")
    if not (isinstance(value, Array) and index.isdigit() and is_number(index)):
        return NO_ELEMENT
    return value.items.get(int(index), UNSET if value.whole else NO_ELEMENT)


def _positional(number: int, state: State) -> str | Unknown | Unset:
    if number == 0:
        return RUN_TIME if state.zero is None else state.zero
    if state.positional is None:
        return Unknown("the positional parameters are not known")
    return state.positional[number - 1] if number <= len(state.positional) else UNSET


def _length(value: str | Unknown | Unset, operation: str) -> Expanded:
    if isinstance(value, Unknown):
        return value
    if operation:
        return TOO_HARD
    text = "" if isinstance(value, Unset) else value
    return str(len(text)) if text.isascii() else TOO_HARD


def _operated(value: str | Unknown | Unset, parameter: Parameter, state: State) -> Expanded:
    operation = parameter.operation
    if isinstance(value, Unknown):
        return value
    if not operation:
        return "" if isinstance(value, Unset) else value
    if operation.lstrip(":")[:1] in {"-", "=", "+", "?"} and operation[:2] != "::":
        return _defaulted(value, operation, quoted=parameter.quoted)
    if state.dialect != "bash" and operation[0] not in "#%":
        return TOO_HARD
    if isinstance(value, Unset):
        return TOO_HARD
    return _changed(value, operation)


def _defaulted(value: str | Unset, operation: str, *, quoted: bool) -> Expanded:
    colon = operation.startswith(":")
    sign, word = operation[colon : colon + 1], operation[colon + 1 :]
    missing = isinstance(value, Unset) or (colon and value == "")
    if sign == "+":
        return "" if missing else _literal(word, quoted=quoted)
    if not missing:
        return "" if isinstance(value, Unset) else value
    return TOO_HARD if sign == "?" else _literal(word, quoted=quoted)


def _literal(word: str, *, quoted: bool) -> Expanded:
    if any(character in word for character in '"\\$`'):
        return TOO_HARD
    if not quoted and (word.startswith("~") or "'" in word or "<(" in word or ">(" in word):
        return TOO_HARD
    return word


def _changed(value: str, operation: str) -> Expanded:
    if operation[0] in "#%":
        return _trimmed(value, operation)
    if operation[0] == "/":
        return _replaced(value, operation)
    if operation[0] == ":":
        return _cut(value, operation[1:])
    return _cased(value, operation)


def _trimmed(value: str, operation: str) -> Expanded:
    sign = operation[0]
    longest = operation[:2] == sign * 2
    pattern = operation[1 + longest :]
    if not is_simple(pattern) or pattern.startswith("~"):
        return TOO_HARD
    if "?" in pattern and not value.isascii():
        # The locale decides what one character is.
        return TOO_HARD
    return _cut_off(value, sign, pattern, longest=longest)


def _cut_off(value: str, sign: str, pattern: str, *, longest: bool) -> Expanded:
    if pattern[:1] == "*" and sign == "#" and is_text(pattern[1:]):
        return _without_start(value, pattern[1:], longest=longest)
    if pattern[-1:] == "*" and sign == "%" and is_text(pattern[:-1]):
        return _without_end(value, pattern[:-1], longest=longest)
    if len(value) > OPERATION_TEXT_MAX_CHARACTERS:
        return TOO_HARD
    size = len(value)
    lengths = range(size, -1, -1) if longest else range(size + 1)
    for length in lengths:
        cut = value[:length] if sign == "#" else value[size - length :]
        if matches(pattern, cut):
            return value[length:] if sign == "#" else value[: size - length]
    return value


def _without_start(value: str, text: str, *, longest: bool) -> str:
    if not text:
        return "" if longest else value
    at = value.rfind(text) if longest else value.find(text)
    return value if at < 0 else value[at + len(text) :]


def _without_end(value: str, text: str, *, longest: bool) -> str:
    if not text:
        return "" if longest else value
    at = value.find(text) if longest else value.rfind(text)
    return value if at < 0 else value[:at]


def _replaced(value: str, operation: str) -> Expanded:
    if any(character in operation for character in "*?[]\\()'\"$`&~"):
        return TOO_HARD
    everywhere = operation.startswith("//")
    pattern, _, new = operation[1 + everywhere :].partition("/")
    if not pattern or (not everywhere and pattern[0] in "#%"):
        return TOO_HARD
    return value.replace(pattern, new) if everywhere else value.replace(pattern, new, 1)


def _cut(value: str, operation: str) -> Expanded:
    offset, colon, length = operation.partition(":")
    if (
        not value.isascii()
        or not offset.isdigit()
        or (colon and not length.isdigit())
        or not operation.isascii()
    ):
        return TOO_HARD
    if any(n != "0" and (n[:1] == "0" or len(n) > 9) for n in (offset, length)):  # noqa: PLR2004
        # A leading zero makes it octal, and a longer number may overflow.
        return TOO_HARD
    rest = value[int(offset) :]
    return rest[: int(length)] if colon else rest


def _cased(value: str, operation: str) -> Expanded:
    if not value.isascii():
        return TOO_HARD
    if operation == "^^":
        return value.upper()
    if operation == ",,":
        return value.lower()
    if operation == "^":
        return value[:1].upper() + value[1:]
    if operation == ",":
        return value[:1].lower() + value[1:]
    return TOO_HARD
