"""Strict reading of a JSON file that a person writes: every fault is a `Problem`, none a crash."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from host.errors import Problem
from host.files import read_bounded
from host.limits import CONFIG_MAX_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator

JsonObject = dict[str, Any]

_MISSING = {
    "Expecting value": "a value",
    "Expecting property name enclosed in double quotes": "a key in double quotes",
    "Expecting ':' delimiter": "a colon",
    "Expecting ',' delimiter": "a comma",
}
"""What the library says where something has to come, and what that is."""
_AMISS = {
    "Unterminated string starting at": "a text without its closing quote",
    "Invalid control character at": "a line end or a tab inside a text",
    "Extra data": "more behind its end",
}
"""What the library says of something that may not stand there, and what that is."""


def load(file: str) -> tuple[JsonObject | None, tuple[Problem, ...]]:
    """Return the file's JSON object and what is wrong with it.

    The object is None where there is none to use; a missing file is None with no problem.
    """
    try:
        data = read_bounded(file, CONFIG_MAX_BYTES)
    except FileNotFoundError:
        if os.path.lexists(file):  # somebody meant a file to be there
            return None, (Problem(file, "", "a file that can be read", "a link to nothing"),)
        return None, ()
    except OSError as error:
        return None, (Problem(file, "", "a file that can be read", _reason(error)),)
    if data is None:
        return None, (Problem(file, "", f"at most {CONFIG_MAX_BYTES} bytes", "more"),)
    return _parse(file, data)


def kind(value: object) -> str:
    """Return a JSON value as an error message names it."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{_short(value)}"'
    if isinstance(value, int | float):
        return _short(repr(value))
    return "an object" if isinstance(value, dict) else "a list"


def _mismatch(said: str) -> tuple[str, str]:
    """Return what was expected and what came instead."""
    if said in _MISSING:
        return f"JSON: {_MISSING[said]}", "something else"
    return "JSON", _AMISS.get(said, said[:1].lower() + said[1:])


def _parse(file: str, data: bytes) -> tuple[JsonObject | None, tuple[Problem, ...]]:
    if data.startswith(b"\xef\xbb\xbf"):
        return None, (Problem(file, "", "UTF-8 without a byte order mark", "a byte order mark"),)
    try:
        value = json.loads(data.decode(), object_pairs_hook=_Object, parse_constant=_refuse)
    except UnicodeDecodeError as error:
        return None, (Problem(file, "", "UTF-8", f"the byte {data[error.start]:#04x}"),)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        return None, (Problem(file, where, *_mismatch(error.msg)),)
    except ValueError as error:
        return None, (Problem(file, "", "JSON", str(error)),)
    except RecursionError:
        return None, (Problem(file, "", "JSON", "too many brackets inside each other"),)
    if not isinstance(value, dict):
        return None, (Problem(file, "", "an object", kind(value)),)
    return value, tuple(_twice(file, "", value))


class _Object(JsonObject):
    """A JSON object that remembers the keys it was given more than once."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        keys = [key for key, _ in pairs]
        self.twice = [key for key in self if keys.count(key) > 1] if len(keys) > len(self) else []


def _twice(file: str, at: str, value: object) -> Iterator[Problem]:
    if isinstance(value, _Object):
        for key in value.twice:
            yield Problem(file, f"{at}.{key}".lstrip("."), "one value", "the key twice")
        for key, inner in value.items():
            yield from _twice(file, f"{at}.{key}".lstrip("."), inner)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _twice(file, f"{at}[{index}]", inner)


def _refuse(constant: str) -> None:
    message = f"{constant}, which JSON does not have"
    raise ValueError(message)


def _reason(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower().removeprefix("is ")


def _short(text: str) -> str:
    from host.limits import SHOWN_VALUE_MAX_CHARS

    return text if len(text) <= SHOWN_VALUE_MAX_CHARS else f"{text[:SHOWN_VALUE_MAX_CHARS]}…"
