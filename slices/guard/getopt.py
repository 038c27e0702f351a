"""Splits a program's arguments into options and operands the way GNU getopt does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@frozen
class Option:
    """An option: its letter, its long name, and how much of that name is enough."""

    letter: str
    long: str
    shortest: int = 1
    takes_value: bool = False


@frozen
class Parsed:
    """The options in order, by letter (with "" where one takes no value), and the operands."""

    options: tuple[tuple[str, str], ...] = ()
    operands: tuple[str, ...] = ()

    def values(self, letter: str) -> tuple[str, ...]:
        """Return the values given for an option, in order."""
        return tuple(value for name, value in self.options if name == letter)


def parse(arguments: Sequence[str], known: Sequence[Option]) -> Parsed | None:
    """Parse `arguments` (without the program), or return None at the first option not known.

    Options may stand after operands, and `--` ends them (GNU; a program of BSD reads an option
    after an operand as a file name).
    """
    options: list[tuple[str, str]] = []
    operands: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        if argument == "--":
            operands.extend(rest)
        elif argument == "-" or not argument.startswith("-"):
            operands.append(argument)
        else:
            found = _option(argument, rest, known)
            if found is None:
                return None
            options.extend(found)
    return Parsed(tuple(options), tuple(operands))


def _option(
    argument: str, rest: Iterator[str], known: Sequence[Option]
) -> list[tuple[str, str]] | None:
    if argument.startswith("--"):
        return _long(argument[2:], rest, known)
    return _letters(argument[1:], rest, known)


def _long(text: str, rest: Iterator[str], known: Sequence[Option]) -> list[tuple[str, str]] | None:
    name, equals, value = text.partition("=")
    for option in known:
        if not option.long.startswith(name) or len(name) < option.shortest:
            continue
        if not option.takes_value:
            return None if equals else [(option.letter, "")]
        return _valued(option, value if equals else next(rest, None))
    return None


def _letters(
    letters: str, rest: Iterator[str], known: Sequence[Option]
) -> list[tuple[str, str]] | None:
    found: list[tuple[str, str]] = []
    for at, letter in enumerate(letters, start=1):
        option = next((o for o in known if o.letter == letter), None)
        if option is None:
            return None
        if option.takes_value:
            valued = _valued(option, letters[at:] or next(rest, None))
            return None if valued is None else found + valued
        found.append((letter, ""))
    return found


def _valued(option: Option, value: str | None) -> list[tuple[str, str]] | None:
    return None if value is None else [(option.letter, value)]
