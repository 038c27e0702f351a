"""Makes a class by its recipe."""

from __future__ import annotations

import builtins
from types import FunctionType, SimpleNamespace
from typing import TYPE_CHECKING, Any

from host.classes.parts import DEFAULTS, FACTORY, FIELDS, INITS, ITSELF, PICKLING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from host.classes.parts import Asked, Parts
    from host.classes.recipes import Method, Recipe


def remade(cls: type, asked: Asked, recipe: Recipe, parts: Parts) -> type:
    """Return the class as attrs would make it of `cls`."""
    gone, values, borrowed, methods, lookups, state, annotated, late = recipe
    own = vars(cls)
    body = {name: value for name, value in own.items() if name not in gone}
    body |= values
    for name, lent in borrowed:
        body[name] = parts.lent[lent]
    space = {"__name__": cls.__module__, "__builtins__": builtins}
    for name, *what in lookups:
        space[name] = _looked_up(name, what, own, parts)
    for method in methods:
        body[method[0]] = function = _function(method, space, own, parts)
        if method[0] in INITS:
            function.__annotations__ = _annotations(own, annotated)
    if state is not None:
        body |= zip(PICKLING, parts.pickling(state), strict=True)
    later = _Later(cls, asked, parts, late)
    for name in late:
        body[name] = _Part(later, name)
    body["__qualname__"] = cls.__qualname__
    later.owner = made = type(cls.__name__, cls.__bases__, body)
    return made


def _annotations(own: Mapping[str, Any], annotated: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    found = own.get("__annotations__", {})
    return {"return": None, **{parameter: found[field] for parameter, field in annotated}}


def _function(
    method: Method, space: dict[str, Any], own: Mapping[str, Any], parts: Parts
) -> FunctionType:
    _, code, text, fields, by_name = method
    defaults = tuple([_default(own, field, parts) for field in fields]) or None
    function = FunctionType(code, space, code.co_name, defaults)
    function.__doc__ = text
    if by_name:
        function.__kwdefaults__ = {one: _default(own, field, parts) for one, field in by_name}
    return function


def _default(own: Mapping[str, Any], field: str, parts: Parts) -> Any:
    return parts.default(own, field) if field else parts.nothing


def _looked_up(name: str, what: list[Any], own: Mapping[str, Any], parts: Parts) -> Any:
    part, field, alias, by_name = what
    if not part:
        return parts.fixed[name]
    if part == DEFAULTS:
        return _Defaults(lambda one: parts.default(own, one))
    if part == FACTORY:
        return parts.default(own, field).factory
    if part == ITSELF:
        return parts.field(own, field, alias, by_name=by_name)
    return getattr(own[field], part)


class _Defaults:
    """Stands for the fields by their names in an `__init__` that only looks for their defaults."""

    def __init__(self, default: Callable[[str], Any]) -> None:
        self._default = default

    def __getitem__(self, name: str) -> SimpleNamespace:
        return SimpleNamespace(default=self._default(name))


class _Later:
    """What hardly a call needs of a class, made by attrs once somebody asks for it."""

    def __init__(self, cls: type, asked: Asked, parts: Parts, names: tuple[str, ...]) -> None:
        self._cls = cls
        self._asked = asked
        self._parts = parts
        self._names = names
        self.owner: Any = None

    def fill(self, name: str) -> None:
        """Make one member, and the others that attrs makes with the class only."""
        fields = self._parts.fields(self._cls, self._asked) if name == FIELDS else None
        if fields is not None:
            setattr(self.owner, name, fields)
            return
        whole = vars(self._parts.whole(self._cls, **self._asked))
        for each in self._names:
            if type(vars(self.owner)[each]) is _Part:
                setattr(self.owner, each, whole[each])


class _Part:
    """Stands for one such member in the class until then."""

    def __init__(self, later: _Later, name: str) -> None:
        self._later = later
        self._name = name

    def __get__(self, instance: object, owner: type) -> Any:
        members = vars(self._later.owner)
        if members[self._name] is self:
            self._later.fill(self._name)
        found = members[self._name]
        return found.__get__(instance, owner) if callable(found) else found
