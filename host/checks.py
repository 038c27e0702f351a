"""Checks of a declaration's fields, each of them a validator for attrs."""

# attrs' own validators are fifteen classes more for each cold call to make.

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Check = Callable[[Any, Any, Any], None]


def one_of(allowed: Iterable[object]) -> Check:
    """Return a check that the value is one of these; it raises `ValueError`."""
    known = tuple(allowed)

    def check(_instance: object, field: Any, value: object) -> None:
        if value not in known:
            message = f"{field.name} is {value!r}; it has to be one of {known}"
            raise ValueError(message)

    return check


def is_callable(_instance: object, field: Any, value: Any) -> None:
    """Check that the value can be called; raises `TypeError`."""
    if not callable(value):
        message = f"{field.name} is {value!r}; it has to be callable"
        raise TypeError(message)


def is_a(kind: type) -> Check:
    """Return a check that the value is of a type; it raises `TypeError`."""

    def check(_instance: object, field: Any, value: object) -> None:
        if not isinstance(value, kind):
            message = f"{field.name} is {value!r}; it has to be a {kind.__name__}"
            raise TypeError(message)

    return check


def some(kind: type) -> Check:
    """Return a check that the value is a tuple of one or more of a type.

    It raises `TypeError`, and `ValueError` for an empty one.
    """

    def check(instance: object, field: Any, value: tuple[object, ...]) -> None:
        is_a(tuple)(instance, field, value)
        for one in value:
            is_a(kind)(instance, field, one)
        if not value:
            message = f"{field.name} is empty; it has to hold a {kind.__name__}"
            raise ValueError(message)

    return check


def texts(instance: object, field: Any, value: tuple[object, ...]) -> None:
    """Check that the value is a tuple of texts, none of them empty.

    Raises `TypeError`, and `ValueError` for an empty text.
    """
    is_a(tuple)(instance, field, value)
    for one in value:
        is_a(str)(instance, field, one)
        if not one:
            message = f"{field.name} holds an empty text"
            raise ValueError(message)


def set_of(allowed: Iterable[object]) -> Check:
    """Return a check that the value is a frozen set of some of these.

    It raises `TypeError`, and `ValueError` for another member.
    """
    known = tuple(allowed)

    def check(instance: object, field: Any, value: frozenset[object]) -> None:
        is_a(frozenset)(instance, field, value)
        for one in value:
            one_of(known)(instance, field, one)

    return check
