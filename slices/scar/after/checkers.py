"""The declared checkers: for each ending, a parser of bytes; nothing of a file is ever run."""

from __future__ import annotations

import sys
import warnings
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Callable


@frozen
class Fault:
    """Why some bytes do not parse: the line (from 1) and the parser's message."""

    line: int
    message: str


@frozen
class Checker:
    """A language: the endings of its files, names that break its rules on purpose, its parser.

    `parse` raises SyntaxError or ValueError for what it refuses.
    """

    language: str
    endings: tuple[str, ...]
    parse: Callable[[bytes], object]
    exempt: tuple[str, ...] = ()


def _python(data: bytes) -> None:
    import ast

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an odd escape is no broken file
        ast.parse(data)


def _json(data: bytes) -> None:
    """Parse one value, or several one after the other: programs write logs of values so."""
    import json

    text, decoder = data.decode("utf-8-sig"), json.JSONDecoder()
    _, at = decoder.raw_decode(text, _behind_blanks(text, 0))
    while (at := _behind_blanks(text, at)) < len(text):
        _, at = decoder.raw_decode(text, at)


def _behind_blanks(text: str, at: int) -> int:
    while text[at : at + 1] in {" ", "\t", "\n", "\r"}:
        at += 1
    return at


def _toml(data: bytes) -> None:
    import tomllib

    tomllib.loads(data.decode("utf-8"))


_VERSION = f"Python {sys.version_info.major}.{sys.version_info.minor}"

CHECKERS = (
    Checker(_VERSION, (".py", ".pyi"), _python),
    Checker(
        "JSON",
        (".json",),
        _json,
        # Their own tools read these with comments and trailing commas.
        exempt=("tsconfig", "jsconfig", ".eslintrc", "/.vscode/", "/.devcontainer/"),
    ),
    Checker("TOML", (".toml",), _toml),
)


def checker_of(path: str) -> Checker | None:
    """Return the checker for a file's ending, or None where none is declared or it is exempt."""
    name = path.lower()
    for checker in CHECKERS:
        if name.endswith(checker.endings) and not any(part in name for part in checker.exempt):
            return checker
    return None


def fault_of(checker: Checker, data: bytes) -> Fault | None:
    """Return why the bytes do not parse, or None where they do or the parser gave up on them."""
    try:
        checker.parse(data)
    except SyntaxError as error:
        return Fault(error.lineno or 1, f"{error.msg} ({checker.language})")
    except (RecursionError, MemoryError):  # nested too deep for the parser, not for the language
        return None
    except ValueError as error:
        return Fault(_line(error), f"{_message(error)} ({checker.language})")
    return None


def _line(error: ValueError) -> int:
    """Return the line of an error: JSON's has it, TOML's names it in its message, others none."""
    line = getattr(error, "lineno", None)
    if isinstance(line, int):
        return line
    told = str(error).rpartition("(at line ")[2].partition(",")[0]
    return int(told) if told.isdecimal() else 1


def _message(error: ValueError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"it is not UTF-8 at byte {error.start}"
    return str(getattr(error, "msg", error))
