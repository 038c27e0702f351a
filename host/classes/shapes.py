"""The shape of a class: all that attrs goes by as it makes it, as a text."""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, Any

from host.classes.parts import UnsureError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from host.classes.parts import Asked, Parts

_TEXTS = frozenset({str})
_PLAIN = frozenset({str, int, bool, tuple, dict, type(None)})
_SIGNS = {None: "-", False: "0", True: "1"}


class Shapes:
    """The shapes of the classes of this process."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._known: dict[type, str] = {object: ""}
        self._ways: dict[tuple[tuple[str, Any], ...], str] = {}

    def keep(self, made: type, shape: str) -> None:
        """Note the shape of a class: others may derive from it."""
        self._known[made] = shape

    def of(self, cls: type, asked: Asked) -> str:
        """Return the shape; raises `UnsureError` where something has none."""
        own = vars(cls)
        annotations = own.get("__annotations__", {})
        above = [self._known.get(base) for base in cls.__bases__]
        kinds = {type(text) for text in annotations.values()}
        if type(cls) is not type or None in above or not kinds <= _TEXTS:
            raise UnsureError
        members = [n if type(v) in _PLAIN else f"{n}{self._traits(v, cls)}" for n, v in own.items()]
        names = " ".join(members)
        where = f"{cls.__module__}.{cls.__qualname__}"
        return f"{where}\n{above}\n{self._way(asked)}\n{names}\n{annotations}"

    def _way(self, asked: Asked) -> str:
        """Return what the decorator was asked for; a few ways serve all classes."""
        items = tuple(asked.items())
        known = self._ways.get(items)
        if known is None:
            known = self._ways[items] = " ".join([f"{n}{self._said(n, v)}" for n, v in items])
        return known

    def _said(self, name: str, value: object) -> str:
        return "d" if name == "on_setattr" and value is self._parts.on_setattr else _sign(value)

    def _traits(self, value: Any, cls: type) -> str:
        """Return what tells one member of a class from another, as far as attrs cares."""
        if not self._parts.is_unfinished(value):
            if _knows(value, cls):
                raise UnsureError
            kind = self._parts.kind_of_default(value)
            return "" if kind == "v" else f"={kind}"
        if value.on_setattr is not None or value.type is not None:
            raise UnsureError
        if value.eq_key or value.order_key or not self._parts.converts_by_itself(value.converter):
            raise UnsureError
        kinds = (value.repr, value.eq, value.order, value.hash, value.init, value.kw_only)
        checks = (value._validator is None, value.converter is None)  # noqa: SLF001
        default = self._parts.kind_of_default(value._default)  # noqa: SLF001
        return f"={default}{''.join(map(_sign, (*kinds, *checks)))}{value.alias or ''}"


def _sign(value: Any) -> str:
    try:
        return _SIGNS[value]
    except (KeyError, TypeError):
        raise UnsureError from None


def _knows(value: Any, cls: type) -> bool:
    """Tell whether a member holds the class that it is of, which attrs replaces, or might."""
    kind = type(value)
    if kind is FunctionType:
        return value.__closure__ is not None and _is_in(value.__closure__, cls)
    if kind is property:
        return _is_in(getattr(value.fget, "__closure__", None) or (), cls)
    if kind in (classmethod, staticmethod):
        return _is_in(getattr(value.__func__, "__closure__", None) or (), cls)
    return kind.__module__ == "functools"  # a cached property gets a slot of its own


def _is_in(cells: Iterable[Any], cls: type) -> bool:
    for cell in cells:
        try:
            if cell.cell_contents is cls:
                return True
        except ValueError:  # the cell of `super()` is empty until the class is there
            return True
    return False
