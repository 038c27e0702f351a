"""What the remaking of classes needs of attrs beyond its public names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from host.bundle import stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Asked = dict[str, Any]
    """The arguments of the decorator behind all others."""


FIELDS = "__attrs_attrs__"
PICKLING = ("__getstate__", "__setstate__")
INITS = ("__init__", "__attrs_init__")
ITSELF, FACTORY, DEFAULTS = "itself", "factory", "defaults"
"""What of a field, or of all, a method looks up: its factory, itself, or the defaults by name."""


class UnsureError(Exception):
    """The class may come out another way: attrs makes it."""


class Parts:
    """The names of the module of attrs that makes classes: `vars(attr._make)`.

    Raises `KeyError` for a version that lacks one.
    """

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.lent = names
        """What the class may get by its name."""
        self.version = f"{names['__file__']} {stamp(names['__file__'])}"
        self.whole: Callable[..., Any] = names["attrs"]
        """Makes a class."""
        self.nothing = names["NOTHING"]
        self.on_setattr = names["_DEFAULT_ON_SETATTR"]
        self.fixed = {
            "NOTHING": self.nothing,
            "_config": names["_config"],
            "_compat": names["_compat"],
            "_cached_setattr_get": names["_OBJ_SETATTR"].__get__,
        }
        """What methods look up, the same for all classes."""
        self._unfinished, self._factory = names["_CountingAttr"], names["Factory"]
        self._converter, self._field = names["Converter"], names["Attribute"]
        self._builder, self._ways = names["_ClassBuilder"], names["ClassProps"].KeywordOnly
        self._transform = names["_transform_attrs"]

    def is_unfinished(self, value: object) -> bool:
        """Tell whether a class's member is what `field` returned."""
        return type(value) is self._unfinished

    def default(self, own: Mapping[str, Any], name: str) -> Any:
        """Return the default of a field, as a class body gives it."""
        value = own[name]
        return value._default if type(value) is self._unfinished else value  # noqa: SLF001

    def kind_of_default(self, default: Any) -> str:
        """Return "-" for none, "v" for a value, "f" for a factory, "s" for one that takes self."""
        if default is self.nothing:
            return "-"
        if not isinstance(default, self._factory):
            return "v"
        return "s" if default.takes_self else "f"

    def converts_by_itself(self, converter: object) -> bool:
        """Tell whether a converter is a function of the value alone."""
        return not isinstance(converter, self._converter)

    def field(self, own: Mapping[str, Any], name: str, alias: str, *, by_name: bool) -> Any:
        """Return one field of a class, as validators get it."""
        annotation = own.get("__annotations__", {}).get(name)
        field = self._field.from_counting_attr(name, own[name], by_name, annotation)
        if not field.alias:
            object.__setattr__(field, "alias", alias)
        return field

    def fields(self, cls: type, asked: Asked) -> Any:
        """Return the fields of a class alone; None where this version makes them otherwise."""
        way = self._ways.NO
        if asked.get("kw_only"):
            way = self._ways.FORCE if asked.get("force_kw_only", True) else self._ways.YES
        by_mro, auto = asked.get("collect_by_mro", False), asked.get("auto_attribs", False)
        try:
            return self._transform(cls, None, auto, way, by_mro, None)[0]
        except (TypeError, AttributeError):
            return None

    def pickling(self, names: tuple[str, ...]) -> Any:
        """Return `__getstate__` and `__setstate__` for fields of these names."""
        return self._builder._make_getstate_setstate(_Builder(names))  # noqa: SLF001


class _Builder:
    """What `__getstate__` and `__setstate__` are made of."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._attr_names = names
        self._cache_hash = False
