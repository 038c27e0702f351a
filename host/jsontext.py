"""Changes single values of a JSON text, and leaves every other character as it is."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

Keys = tuple[str, ...]
"""The way to a value: the key in the outermost object, the key in that one, and so on."""

_DECODER = json.JSONDecoder()
_BLANKS = re.compile(r"[ \t\r\n]*")
_INDENT = re.compile(r"\n([ \t]+)\S")
_USUAL_INDENT = "  "


@frozen
class _Member:
    """One member of an object: where its key begins, where its value begins and ends."""

    key: str
    start: int
    value: int
    end: int


def put(text: str, keys: Keys, value: Any) -> str:
    """Return the text with the value there; objects that are missing on the way are made.

    `text` has to be sound JSON with an object at each step of the way that is there. A new member
    comes last in its object.
    """
    at, rest = _object(text, keys)
    found = _find(text, at, rest[0])
    for key in reversed(rest[1:]):
        value = {key: value}
    if found is not None:
        return text[: found.value] + _written(text, value, found.start) + text[found.end :]
    return _added(text, at, rest[0], value)


def drop(text: str, keys: Keys) -> str:
    """Return the text without the member at the end of the way, or as it is where it is not."""
    at, rest = _object(text, keys)
    members = list(_members(text, at))
    places = [n for n, member in enumerate(members) if member.key == rest[0]]
    if len(rest) > 1 or not places:
        return text
    (place,) = places
    if place:
        return text[: members[place - 1].end] + text[members[place].end :]
    if len(members) > 1:
        return text[: members[0].start] + text[members[1].start :]
    return text[: at + 1] + text[_skip(text, members[0].end) :]


def value(tree: Any, keys: Keys) -> tuple[bool, Any]:
    """Return whether a decoded value has something there, and what."""
    for key in keys:
        if not isinstance(tree, dict) or key not in tree:
            return False, None
        tree = tree[key]
    return True, tree


def _object(text: str, keys: Keys) -> tuple[int, Keys]:
    """Return where the last object on the way begins, and the keys that are left from there."""
    at = _skip(text, 0)
    for place, key in enumerate(keys[:-1]):
        found = _find(text, at, key)
        if found is None:
            return at, keys[place:]
        at = found.value
    return at, keys[-1:]


def _find(text: str, at: int, key: str) -> _Member | None:
    return next((member for member in _members(text, at) if member.key == key), None)


def _members(text: str, at: int) -> Iterator[_Member]:
    at = _skip(text, at + 1)
    while text[at] != "}":
        key, end = _DECODER.raw_decode(text, at)
        value = _skip(text, _skip(text, end) + 1)
        _, end = _DECODER.raw_decode(text, value)
        yield _Member(key, at, value, end)
        at = _skip(text, end)
        if text[at] == ",":
            at = _skip(text, at + 1)


def _added(text: str, at: int, key: str, value: Any) -> str:
    """Return the text with a member more at the end of the object that begins at `at`."""
    members = list(_members(text, at))
    name = json.dumps(key, ensure_ascii=False)
    if members and "\n" not in text[at : members[0].start]:
        return _spliced(text, members[-1].end, f", {name}: {json.dumps(value)}")
    if members:
        lead = text[text.rindex("\n", 0, members[0].start) : members[0].start]
        member = f"{name}: {_written(text, value, members[0].start)}"
        return _spliced(text, members[-1].end, f",{_cr(text)}{lead}{member}")
    outer = _lead(text, at)
    inner = outer + _indent(text)
    member = f"{name}: {_indented(text, value, inner)}"
    end = _skip(text, at + 1)
    close = f"{_cr(text)}\n{outer}"
    return f"{text[: at + 1]}{_cr(text)}\n{inner}{member}{close}{text[end:]}"


def _spliced(text: str, at: int, more: str) -> str:
    return text[:at] + more + text[at:]


def _written(text: str, value: Any, at: int) -> str:
    return _indented(text, value, _lead(text, at))


def _indented(text: str, value: Any, lead: str) -> str:
    """Return the value in the text's own indent, for a line that begins with `lead`."""
    lines = json.dumps(value, indent=_indent(text), ensure_ascii=False).split("\n")
    return f"{_cr(text)}\n{lead}".join(lines)


def _lead(text: str, at: int) -> str:
    """Return the blanks that the line of this place begins with."""
    line = text[text.rfind("\n", 0, at) + 1 :]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _indent(text: str) -> str:
    found = _INDENT.search(text)
    return found[1] if found else _USUAL_INDENT


def _cr(text: str) -> str:
    return "\r" if "\r\n" in text else ""


def _skip(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    return found.end() if found else at
