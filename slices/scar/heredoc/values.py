"""What is known of a value in a Python body: its possible texts, its elements, its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from slices.scar.limits import BODY_TEXT_MAX_CHARACTERS, BODY_TEXTS_MAX

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterable

HOLE = "${_}"
"""Stands in a text for a piece that is not known, as in the outlines of the shell's reader."""


def capped(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the texts, each once, as many as are kept, and a hole for one that is too long."""
    kept: dict[str, None] = {}
    for one in texts:
        kept[one if len(one) <= BODY_TEXT_MAX_CHARACTERS else HOLE] = None
        if len(kept) == BODY_TEXTS_MAX:
            break
    return tuple(kept)


@frozen
class Value:
    """A value of which some things are known.

    `texts` are the texts or paths that it may be, each perhaps with holes; none where it is no
    text. `elements` are what a loop over it gives (the keys of a dict), `entries` the values of a
    dict in the same order. `name` is the dotted name of a module or of what is in one, and
    `function` the definition of a function of the body.
    """

    texts: tuple[str, ...] = field(default=(), converter=capped)
    elements: tuple[Value, ...] | None = None
    entries: tuple[Value, ...] | None = None
    name: str = ""
    function: ast.FunctionDef | ast.AsyncFunctionDef | None = None


UNKNOWN = Value()


def text(value: str) -> Value:
    """Return the value of a certain text."""
    return Value((value,))


def sequence(elements: Iterable[Value]) -> Value:
    """Return the value of a list or tuple with these elements, as many as are kept."""
    return Value(elements=tuple(elements)[:BODY_TEXTS_MAX])


def holed(value: Value) -> tuple[str, ...]:
    """Return the texts, or a hole where none is known."""
    return value.texts or (HOLE,)


def any_of(values: Iterable[Value]) -> Value:
    """Return the value that may be any of these."""
    found = tuple(values)
    if len(found) == 1:
        return found[0]
    lists = [one.elements for one in found if one.elements is not None]
    tables = [one.entries for one in found if one.entries is not None]
    named = next((one for one in found if one.name or one.function), UNKNOWN)
    return Value(
        (one for value in found for one in value.texts),
        tuple(e for each in lists for e in each)[:BODY_TEXTS_MAX] if lists else None,
        tuple(e for each in tables for e in each)[:BODY_TEXTS_MAX] if tables else None,
        named.name,
        named.function,
    )


def replaced(whole: str, old: str, new: str) -> str:
    """Return the text with each `old` replaced, or a hole where that is too long to be kept."""
    size = len(whole) + whole.count(old) * (len(new) - len(old))
    return whole.replace(old, new) if size <= BODY_TEXT_MAX_CHARACTERS else HOLE


def glued(left: Value, right: Value) -> Value:
    """Return the text of both, one after the other."""
    if not left.texts and not right.texts:
        return UNKNOWN
    return Value(one + two for one in holed(left) for two in holed(right))


def joined(parts: Iterable[Value]) -> Value:
    """Return the path of these parts, as `os.path.join` makes it."""
    result: Value | None = None
    for part in parts:
        if result is None:
            result = Value(holed(part))
        else:
            pairs = ((one, two) for one in holed(result) for two in holed(part))
            result = Value(_below(one, two) for one, two in pairs)
    return result or text(".")


def _below(folder: str, name: str) -> str:
    if name.startswith("/") or folder in {"", "."}:
        return name
    return f"{folder.rstrip('/')}/{name}"
