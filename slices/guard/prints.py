"""Which argument lists are a print, of which operands, and of which lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slices.guard.getopt import Option, parse
from slices.guard.ranges import WHOLE, Range, first_lines, last_lines, number, sed_lines

if TYPE_CHECKING:
    from collections.abc import Callable

LINES_WHEN_NOT_GIVEN = "10"

_LINES = (Option("n", "lines", takes_value=True),)
_SED = (
    Option("n", "quiet"),
    Option("n", "silent", shortest=2),
    Option("e", "expression", takes_value=True),
)

Shown = tuple[tuple[str, ...], Range]


def program(word: str) -> str | None:
    """Return the print program that `word` runs: by its name, or by an absolute path to it.

    A relative path (`./cat`) names a program of the project, which may do anything.
    """
    folder, slash, name = word.rpartition("/")
    if name not in FORMS or (slash and not f"{folder}/".startswith("/")):
        return None
    return name


def shown(name: str, arguments: tuple[str, ...]) -> Shown | None:
    """Return the operands and the range that a print program shows, or None for another form."""
    found = FORMS[name](arguments)
    if found is None or not found[0] or "-" in found[0]:
        return None
    return found


def _cat(arguments: tuple[str, ...]) -> Shown | None:
    parsed = parse(arguments, ())
    return None if parsed is None else (parsed.operands, WHOLE)


def _sed(arguments: tuple[str, ...]) -> Shown | None:
    parsed = parse(arguments, _SED)
    if parsed is None or not parsed.values("n"):
        return None
    scripts, files = parsed.values("e"), parsed.operands
    if not scripts:
        scripts, files = files[:1], files[1:]
    if len(scripts) != 1 or len(files) != 1:  # sed counts lines through all of its files
        return None
    lines = sed_lines(scripts[0])
    return None if lines is None else (files, lines)


def _head(arguments: tuple[str, ...]) -> Shown | None:
    return _counted(_spelled_out(arguments), first_lines)


def _tail(arguments: tuple[str, ...]) -> Shown | None:
    spelled = _spelled_out(arguments)
    found = _counted(spelled, last_lines)
    if found is None or spelled is arguments:
        return found
    return found if len(found[0]) == 1 else None  # `tail -N` refuses a second file


def _counted(arguments: tuple[str, ...], lines: Callable[[str], Range | None]) -> Shown | None:
    """Apply the one count given, or the count of a bare `head` or `tail`."""
    parsed = parse(arguments, _LINES)
    if parsed is None:
        return None
    counts = parsed.values("n") or (LINES_WHEN_NOT_GIVEN,)
    found = lines(counts[0]) if len(counts) == 1 else None
    return None if found is None else (parsed.operands, found)


def _spelled_out(arguments: tuple[str, ...]) -> tuple[str, ...]:
    """Turn a leading `-N` into `-n N`; anywhere else the programs refuse it."""
    if not arguments or not arguments[0].startswith("-") or number(arguments[0][1:]) is None:
        return arguments
    return ("-n", arguments[0][1:], *arguments[1:])


FORMS: dict[str, Callable[[tuple[str, ...]], Shown | None]] = {
    "cat": _cat,
    "sed": _sed,
    "head": _head,
    "tail": _tail,
}
