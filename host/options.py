"""A slice's options: from JSON values to an instance of the class that the slice declares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from host.errors import Problem
from host.jsonfile import kind

if TYPE_CHECKING:
    from collections.abc import Mapping

_EXPECTED = {
    "bool": "true or false",
    "int": "a whole number",
    "str": "a text",
    "tuple[str, ...]": "a list of texts",
}


def undeclarable(options: type) -> str:
    """Return why this class cannot hold options, or "" where it can."""
    if not attrs.has(options):
        return f"options must be an attrs class, not {options.__name__}"
    for field in attrs.fields(options):
        if field.default is attrs.NOTHING:
            return f"the option {field.name} has no default"
        if type_name(field) not in _EXPECTED:
            return f"the option {field.name} is none of {', '.join(_EXPECTED)}"
    return ""


def check(options: type, values: Mapping[str, Any], file: str, at: str) -> tuple[Problem, ...]:
    """Return everything that is wrong with these values; `at` is their path in `file`."""
    fields = {field.name: field for field in attrs.fields(options)}
    problems = []
    for name, value in values.items():
        if name not in fields:
            problems.append(unknown(file, f"{at}.{name}", name, tuple(fields), "an option"))
        elif expected := _mismatch(fields[name], value):
            problems.append(Problem(file, f"{at}.{name}", expected, kind(value)))
    return tuple(problems)


def build(options: type, values: Mapping[str, Any]) -> Any:
    """Return the options with these values, which `check` found right, and defaults elsewhere."""
    return options(**{name: _python(value) for name, value in values.items()})


def unknown(file: str, at: str, name: str, known: tuple[str, ...], what: str) -> Problem:
    """Return the problem of a name that nothing has, with the nearest one that something has."""
    import difflib

    near = difflib.get_close_matches(name, known, n=1)
    expected = f"{what} ({', '.join(known)})" if known else f"not {what}"
    return Problem(file, at, expected, kind(name), near[0] if near else "")


def _mismatch(field: attrs.Attribute[Any], value: object) -> str:
    name = type_name(field)
    if not _fits(name, value):
        return _EXPECTED[name]
    if field.validator is None:
        return ""
    try:
        field.validator(None, field, _python(value))
    except (ValueError, TypeError) as error:
        return f"{_EXPECTED[name]} that {_rule(str(error.args[0]), field.name, value)}"
    return ""


def _fits(name: str, value: object) -> bool:
    if name == "tuple[str, ...]":
        return isinstance(value, list) and all(isinstance(text, str) for text in value)
    return type(value).__name__ == name


def _rule(message: str, name: str, value: object) -> str:
    """Turn attrs' `'lines' must be >= 1: 0` into `must be >= 1`."""
    return message.removeprefix(f"'{name}' ").removesuffix(f": {value}").partition(" (got ")[0]


def type_name(field: attrs.Attribute[Any]) -> str:
    """Return an option's annotation; it is a string already under postponed evaluation."""
    if isinstance(field.type, str):
        return field.type
    return field.type.__name__ if field.type in (bool, int, str) else str(field.type)


def _python(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
