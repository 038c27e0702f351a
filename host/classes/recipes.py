"""How a class is made that attrs made before, learned from one that it made."""

from __future__ import annotations

import builtins
from types import FunctionType, MemberDescriptorType
from typing import TYPE_CHECKING, Any

from host.classes.parts import DEFAULTS, FACTORY, FIELDS, INITS, ITSELF, PICKLING, UnsureError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from host.classes.parts import Parts

    Method = tuple[str, Any, str | None, tuple[str, ...], tuple[tuple[str, str], ...]]
    """Name, code and docstring, the fields that the defaults come from ("" for attrs' own mark of a
    missing value), and those of the parameters that are given by name only."""

    Lookup = tuple[str, str, str, str, bool]
    """A name that a method looks up, what of a field stands under it ("" for what is the same in
    all classes), the field, its parameter, and whether that is given by name only."""

    Recipe = tuple[
        frozenset[str],
        dict[str, Any],
        tuple[tuple[str, str], ...],
        tuple[Method, ...],
        tuple[Lookup, ...],
        tuple[str, ...] | None,
        tuple[tuple[str, str], ...],
        tuple[str, ...],
    ]
    """The names that go, the values that come, what comes out of attrs by its name there, the
    methods, what they look up, the fields of a pickled instance, the parameters that have a field's
    annotation, and the names of what is made later."""

_LATER = (FIELDS, "__attrs_props__", "__lt__", "__le__", "__gt__", "__ge__")
_GONE = frozenset({"__dict__", "__weakref__"})
_GENERATED = "<attrs generated "
_PLAIN = (str, bool, int, tuple, type(None))


def learned(cls: type, made: Any, parts: Parts) -> Recipe:
    """Return how `made` came out of `cls`; raises `UnsureError` where that is not all clear."""
    before, after = vars(cls), vars(made)
    fields = {field.name: field for field in getattr(made, FIELDS)}
    new = {name: value for name, value in after.items() if before.get(name, after) is not value}
    slots = {name for name, value in new.items() if type(value) is MemberDescriptorType}
    if made.__bases__ != cls.__bases__ or slots != set(after.get("__slots__", ("",))) - _GONE:
        raise UnsureError
    added = {n: v for n, v in new.items() if n not in slots | _GONE | {*_LATER, *PICKLING}}
    borrowed, values, functions = _sorted_out(added, parts)
    methods = tuple(_method(name, function, fields) for name, function in functions.items())
    init = next(function for name, function in functions.items() if name in INITS)
    return (
        frozenset((before.keys() - after.keys()) | (before.keys() & slots) | _GONE),
        values,
        tuple(borrowed.items()),
        methods,
        tuple(_lookups(methods, fields, init.__globals__, parts)),
        tuple(fields) if PICKLING[0] in new else None,
        tuple(_annotated(init, fields)),
        tuple(name for name in _LATER if name in new),
    )


def _sorted_out(
    added: Mapping[str, Any], parts: Parts
) -> tuple[dict[str, str], dict[str, Any], dict[str, Any]]:
    """Return what is attrs' own by its name there, what is a plain value, and the methods."""
    lent = {id(value): name for name, value in parts.lent.items()}
    borrowed: dict[str, str] = {}
    values: dict[str, Any] = {}
    functions: dict[str, Any] = {}
    for name, value in added.items():
        if type(value) in _PLAIN:
            values[name] = value
        elif id(value) in lent:
            borrowed[name] = lent[id(value)]
        elif type(value) is FunctionType:
            functions[name] = value
        else:
            raise UnsureError
    return borrowed, values, functions


def _method(name: str, function: Any, fields: Mapping[str, Any]) -> Method:
    code = function.__code__
    if not code.co_filename.startswith(_GENERATED) or function.__closure__:
        raise UnsureError
    count = len(function.__defaults__ or ())
    last = code.co_varnames[code.co_argcount - count : code.co_argcount]
    return (
        name,
        code.replace(co_qualname=function.__qualname__),
        function.__doc__,
        tuple(_source(fields, parameter) for parameter in last),
        tuple((one, _source(fields, one)) for one in function.__kwdefaults__ or ()),
    )


def _source(fields: Mapping[str, Any], parameter: str) -> str:
    """Return the field that a parameter's default comes from, "" where a factory makes it."""
    field = _own_field(fields, parameter)
    return "" if hasattr(field.default, "takes_self") else str(field.name)


def _annotated(init: Any, fields: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for parameter in init.__annotations__:
        if parameter != "return":
            field = _own_field(fields, parameter)
            if field.converter is not None:
                raise UnsureError
            yield parameter, field.name


def _own_field(fields: Mapping[str, Any], parameter: str) -> Any:
    """Return the field of a parameter; raises `UnsureError` where a base class has it."""
    for field in fields.values():
        if field.alias == parameter and not field.inherited:
            return field
    raise UnsureError


def _lookups(
    methods: tuple[Method, ...], fields: Mapping[str, Any], found: Mapping[str, Any], parts: Parts
) -> Iterator[Lookup]:
    """Yield what the methods look up; raises `UnsureError` for a name that is unknown."""
    for name in sorted({name for method in methods for name in _globals(method[1])}):
        builtin = getattr(builtins, name, parts)
        value = found.get(name, builtin)
        if name in parts.fixed:
            if value != parts.fixed[name]:  # the module has a name of its own that is the same
                raise UnsureError
            yield name, "", "", "", False
        elif name == "attr_dict" and not any(field.inherited for field in fields.values()):
            yield name, DEFAULTS, "", "", False
        elif value is not builtin:
            part, field = _place(value, fields)
            yield name, part, field.name, field.alias, field.kw_only


def _place(value: Any, fields: Mapping[str, Any]) -> tuple[str, Any]:
    """Return which part of which field a value is; raises `UnsureError` where it is of none."""
    for field in fields.values():
        parts = {
            ITSELF: field,
            FACTORY: getattr(field.default, "factory", None),
            "_validator": field.validator,
            "converter": field.converter,
        }
        for part, one in parts.items():
            if value is one and value is not None and not field.inherited:
                return part, field
    raise UnsureError


def _globals(code: Any) -> Iterator[str]:
    from dis import get_instructions

    for one in get_instructions(code):
        if one.opname == "LOAD_GLOBAL":
            yield str(one.argval)
