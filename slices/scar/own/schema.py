"""What a scar's TOML file may hold, and everything that is wrong in one, all at once."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from attrs import frozen

from host.errors import Problem
from host.jsonfile import kind as kind_in_json
from host.options import unknown
from slices.scar.contract import EVENTS, is_id
from slices.scar.limits import (
    OWN_CASE_MAX_CHARACTERS,
    OWN_CASES_MAX,
    OWN_PATTERNS_MAX,
    OWN_TEXT_MAX_CHARACTERS,
    OWN_WHENS_MAX,
    PATTERN_MAX_CHARACTERS,
)
from slices.scar.platforms import PLATFORMS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Check = Callable[[Any, str, str], Iterator[Problem]]
    """(value, file, at) to what is wrong with the value."""

ACTIONS = ("deny", "ask", "context")


@frozen
class Key:
    """A key of a table: what checks its value, and whether it has to be there."""

    check: Check
    required: bool = False


def problems(raw: dict[str, Any], file: str) -> tuple[Problem, ...]:
    """Return everything that is wrong with a scar as TOML gives it."""
    found = [*_table(raw, file, "", TOP), *_patterns_in_all(raw, file), *_too_early(raw, file)]
    return tuple(found)


def _table(raw: dict[str, Any], file: str, at: str, keys: dict[str, Key]) -> Iterator[Problem]:
    for name, value in raw.items():
        where = _below(at, name)
        if name in keys:
            yield from keys[name].check(value, file, where)
        else:
            yield unknown(file, where, name, tuple(keys), "a key")
    for name, key in keys.items():
        if key.required and name not in raw:
            yield Problem(file, _below(at, name), "a value", "none")


def _text(value: object, file: str, at: str) -> Iterator[Problem]:
    if not isinstance(value, str) or not value.strip():
        yield Problem(file, at, "a text that says something", kind(value))
    elif len(value) > OWN_TEXT_MAX_CHARACTERS:
        yield Problem(file, at, f"at most {OWN_TEXT_MAX_CHARACTERS} characters", str(len(value)))


def _version(value: object, file: str, at: str) -> Iterator[Problem]:
    if type(value) is not int or not 1 <= value <= sys.maxsize:
        yield Problem(file, at, "a whole number from 1", kind(value))


def _flag(value: object, file: str, at: str) -> Iterator[Problem]:
    if not isinstance(value, bool):
        yield Problem(file, at, "true or false", kind(value))


def _one_of(choices: tuple[str, ...]) -> Check:
    def check(value: object, file: str, at: str) -> Iterator[Problem]:
        if not isinstance(value, str):
            yield Problem(file, at, ", ".join(choices), kind(value))
        elif value not in choices:
            yield unknown(file, at, value, choices, "one of these")

    return check


def _list_of(check: Check, what: str, most: int) -> Check:
    def each(value: object, file: str, at: str) -> Iterator[Problem]:
        if not isinstance(value, list) or not value:
            yield Problem(file, at, f"a list of {what}", kind(value))
        elif len(value) > most:
            yield Problem(file, at, f"at most {most} {what}", str(len(value)))
        else:
            for number, one in enumerate(value):
                yield from check(one, file, f"{at}[{number}]")

    return each


def _pattern(value: object, file: str, at: str) -> Iterator[Problem]:
    if not isinstance(value, str) or not value:
        yield Problem(file, at, "a pattern", kind(value))
    elif len(value) > PATTERN_MAX_CHARACTERS:
        yield Problem(file, at, f"at most {PATTERN_MAX_CHARACTERS} characters", str(len(value)))
    elif "[:" in value or "[=" in value or "[." in value:
        yield Problem(file, at, "a pattern without named classes", kind(value))


_patterns = _list_of(_pattern, "patterns", OWN_PATTERNS_MAX)


def _pattern_or_some(value: object, file: str, at: str) -> Iterator[Problem]:
    yield from (_patterns if isinstance(value, list) else _pattern)(value, file, at)


def _table_of(keys: dict[str, Key]) -> Check:
    def check(value: object, file: str, at: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield Problem(file, at, "a table", kind(value))
        elif not value:
            yield Problem(file, at, f"one of {', '.join(keys)}", "an empty table")
        else:
            yield from _table(value, file, at, keys)

    return check


def _id(value: object, file: str, at: str) -> Iterator[Problem]:
    if not is_id(value):
        yield Problem(file, at, "lower-case words joined by dashes", kind(value))


def _command(value: object, file: str, at: str) -> Iterator[Problem]:
    if not isinstance(value, str) or not value.strip():
        yield Problem(file, at, "a command", kind(value))
    elif len(value) > OWN_CASE_MAX_CHARACTERS:
        yield Problem(file, at, f"at most {OWN_CASE_MAX_CHARACTERS} characters", str(len(value)))


HEREDOC = {
    "present": Key(_flag),
    "quoted": Key(_flag),
    "delimiter": Key(_patterns),
    "line": Key(_patterns),
}
WHEN = {
    "program": Key(_patterns),
    "arguments": Key(_list_of(_pattern_or_some, "patterns", OWN_PATTERNS_MAX)),
    "without": Key(_patterns),
    "redirects_to": Key(_patterns),
    "reads": Key(_patterns),
    "writes": Key(_patterns),
    "files": Key(_patterns),
    "heredoc": Key(_table_of(HEREDOC)),
    "failed": Key(_flag),
}
CASE = {
    "id": Key(_id, required=True),
    "command": Key(_command, required=True),
    "platform": Key(_one_of(PLATFORMS)),
    "failed": Key(_flag),
}
TOP = {
    "title": Key(_text, required=True),
    "version": Key(_version),
    "origin": Key(_text, required=True),
    "evidence": Key(_text, required=True),
    "event": Key(_one_of(EVENTS)),
    "action": Key(_one_of(ACTIONS), required=True),
    "message": Key(_text, required=True),
    "retire_when": Key(_text, required=True),
    "platforms": Key(_list_of(_one_of(PLATFORMS), "platforms", len(PLATFORMS))),
    "when": Key(_list_of(_table_of(WHEN), "tables [[when]]", OWN_WHENS_MAX), required=True),
    "must_block": Key(_list_of(_table_of(CASE), "cases", OWN_CASES_MAX), required=True),
    "must_pass": Key(_list_of(_table_of(CASE), "cases", OWN_CASES_MAX), required=True),
}


def _patterns_in_all(raw: dict[str, Any], file: str) -> Iterator[Problem]:
    """Say where a scar has too many patterns altogether."""
    count = _count(raw.get("when"))
    if count > OWN_PATTERNS_MAX:
        yield Problem(file, "when", f"at most {OWN_PATTERNS_MAX} patterns in all", str(count))


def _too_early(raw: dict[str, Any], file: str) -> Iterator[Problem]:
    """Say where a scar that is asked before the call wants to know how the call ended."""
    if raw.get("event", EVENTS[0]) != EVENTS[0]:
        return
    for field in ("when", "must_block", "must_pass"):
        tables = raw.get(field)
        for number, table in enumerate(tables if isinstance(tables, list) else ()):
            if isinstance(table, dict) and "failed" in table:
                where = f"{field}[{number}].failed"
                yield Problem(
                    file, where, 'event = "tool.result" beside it', "a call that is to run"
                )


def _count(value: object) -> int:
    if isinstance(value, dict):
        return sum(map(_count, value.values()))
    if isinstance(value, list):
        return sum(map(_count, value))
    return int(isinstance(value, str))


def kind(value: object) -> str:
    """Return a TOML value as an error message names it: it may be a date or a time too."""
    if isinstance(value, int) and abs(value) > sys.maxsize:
        return "a number of more than 63 bits"
    if value is None or isinstance(value, str | int | float | list | dict):
        return kind_in_json(value)
    return f"a {type(value).__name__}"


def _below(at: str, name: str) -> str:
    return f"{at}.{name}" if at else name
