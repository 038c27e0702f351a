"""The walk over a program's arguments: which are options, their values, and operands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from host.shell.command import Value


@frozen
class Spec:
    """Which options take a value in the next argument.

    `short` holds their letters, `long` their names without dashes (for `find`-like programs too).
    With `permuted`, options may follow operands. `attached` letters take a value only in the same
    argument (`-i.bak`).
    """

    short: str = ""
    long: frozenset[str] = frozenset()
    permuted: bool = True
    attached: str = ""
    signs: str = "-"


@frozen
class Parsed:
    """The options in order (name, value or None) and the operands.

    `sure` is false from the first argument on that may be an option or several words; `rest` is the
    index of the first operand in the arguments walked.
    """

    options: tuple[tuple[str, Value | str | None], ...]
    operands: tuple[Value, ...]
    sure: bool
    rest: int

    def has(self, *names: str) -> bool:
        """Whether one of the options is given."""
        return any(name in names for name, _ in self.options)

    def values(self, *names: str) -> list[Value | str]:
        """Give the values given to these options, in order."""
        return [value for name, value in self.options if name in names and value is not None]


def lead(value: Value) -> str | None:
    """Give the first characters of an argument as far as they are certain."""
    if value.text is not None:
        return value.text
    if value.pattern is not None:
        return value.pattern
    text = (value.outline or "").partition("${_}")[0]
    return text or None


def walk(arguments: Sequence[Value], spec: Spec) -> Parsed:
    """Walk the arguments behind a program's name."""
    options: list[tuple[str, Value | str | None]] = []
    operands: list[Value] = []
    sure = True
    index = 0
    first = len(arguments)
    while index < len(arguments):
        value = arguments[index]
        text = value.text
        index += 1
        if text == "--":
            first = min(first, index)
            operands.extend(arguments[index:])
            break
        if text is not None and len(text) > 1 and text[0] in spec.signs:
            taken = _option(text, arguments[index : index + 1], spec, options)
            index += taken
            continue
        start = lead(value)
        if text is None and (start is None or start[:1] == "-" or value.many):
            sure = sure and start is not None and start[:1] != "-"
        first = min(first, index - 1)
        if not spec.permuted:
            operands.extend(arguments[index - 1 :])
            break
        operands.append(value)
    return Parsed(tuple(options), tuple(operands), sure, first)


def _option(
    text: str,
    following: Sequence[Value],
    spec: Spec,
    options: list[tuple[str, Value | str | None]],
) -> int:
    """Read one option argument; the number of further arguments it takes."""
    if text.startswith("--"):
        name, sign, value = text[2:].partition("=")
        if sign:
            options.append((name, value))
            return 0
        return _valued(name, following, options) if name in spec.long else _flag(name, options)
    if text[1:] in spec.long:
        return _valued(text[1:], following, options)
    for index, letter in enumerate(text[1:], 2):
        rest = text[index:]
        if letter in spec.attached:
            options.append((letter, rest))
            return 0
        if letter in spec.short:
            if rest:
                options.append((letter, rest))
                return 0
            return _valued(letter, following, options)
        options.append((letter, None))
    return 0


def _valued(
    name: str, following: Sequence[Value], options: list[tuple[str, Value | str | None]]
) -> int:
    if not following:
        return _flag(name, options)
    options.append((name, following[0]))
    return 1


def _flag(name: str, options: list[tuple[str, Value | str | None]]) -> int:
    options.append((name, None))
    return 0
