"""A class that is made by its recipe is the class that attrs makes."""

from __future__ import annotations

import copy
import inspect
import re
import sys
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

import attrs
import pytest
from attr import _make, _next_gen

from host.classes.kept import decorator
from host.generated import Kept

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

NAME = "module_of_classes"
HEAD = """
from __future__ import annotations
from functools import cached_property
from typing import ClassVar
import attrs
from attrs import define, field, frozen, validators
def seven(value): return 7 if value is None else value
"""
CASES: dict[str, str] = {
    "nothing": "@frozen\nclass One: pass",
    "fields": "@frozen\nclass One:\n    a: int\n    b: str = 'x'",
    "a-default-of-field": "@frozen\nclass One:\n    a: int = field(default=(1, 2))",
    "a-factory": "@frozen\nclass One:\n    a: dict = field(factory=dict)",
    "a-factory-of-self": (
        "@frozen\nclass One:\n    a: int = 1\n"
        "    b: int = attrs.field(default=attrs.Factory(lambda self: self.a, takes_self=True))"
    ),
    "a-factory-without-field": "@frozen\nclass One:\n    a: object = attrs.Factory(list)",
    "no-default-in-words": "@frozen\nclass One:\n    a: int = attrs.NOTHING",
    "by-name-only": "@frozen(kw_only=True)\nclass One:\n    a: int\n    b: int = 2",
    "one-by-name-only": "@frozen\nclass One:\n    a: int = field(kw_only=True, default=3)",
    "mutable": "@define\nclass One:\n    a: int = 1\n    b: list = field(factory=list)",
    "not-in-init": "@define\nclass One:\n    a: int = field(default=4, init=False)",
    "made-not-in-init": "@define\nclass One:\n    a: list = field(factory=list, init=False)",
    "without-eq": "@define(eq=False)\nclass One:\n    a: int = 1",
    "a-private-field": "@frozen\nclass One:\n    _a: int = 5",
    "another-parameter": "@frozen\nclass One:\n    a: int = field(alias='z', default=1)",
    "not-in-repr": "@frozen\nclass One:\n    a: int = field(default=1, repr=False)",
    "not-in-eq": "@frozen\nclass One:\n    a: int = field(default=1, eq=False)",
    "own-eq-and-repr": (
        "@frozen\nclass One:\n    a: int = 1\n"
        "    def __eq__(self, other): return True\n    def __repr__(self): return 'mine'\n"
        "    def __hash__(self): return 1"
    ),
    "own-init": (
        "@define\nclass One:\n    a: int\n    def __init__(self, a=1): self.__attrs_init__(a + 1)"
    ),
    "after-init": (
        "@define\nclass One:\n    a: int = 1\n    def __attrs_post_init__(self): self.a += 1"
    ),
    "methods-and-docs": (
        "@frozen\nclass One:\n    'What it is.'\n    a: int = 1\n    WORD: ClassVar[str] = 'w'\n"
        "    @property\n    def twice(self): return 2 * self.a\n"
        "    @classmethod\n    def some(cls): return cls(3)\n"
        "    @staticmethod\n    def none(): return None"
    ),
    "a-check": "@frozen\nclass One:\n    a: int = field(default=1, validator=validators.ge(0))",
    "checks": (
        "@frozen\nclass One:\n    a: int = field(default=1, validator=[validators.ge(0), "
        "validators.instance_of(int)])"
    ),
    "a-conversion": "@frozen\nclass One:\n    a: int = field(default=None, converter=seven)",
    "order": "@frozen(order=True)\nclass One:\n    a: int = 1",
    "metadata": "@frozen\nclass One:\n    a: int = field(default=1, metadata={'k': 'v'})",
    "hash-by-hand": "@attrs.define(unsafe_hash=True)\nclass One:\n    a: int = 1",
}
UNSURE: dict[str, str] = {
    "derived": (
        "@frozen\nclass Base:\n    a: int\n@frozen\nclass One(Base):\n"
        "    def __attrs_post_init__(self): assert self.a"
    ),
    "super": (
        "@frozen\nclass One:\n    a: int = 1\n    def __str__(self): return super().__repr__()"
    ),
    "itself": "@frozen\nclass One:\n    a: int = 1\n    def me(self): return __class__",
    "kept-property": (
        "@frozen\nclass One:\n    a: int = 1\n    @cached_property\n    def b(self): return 2"
    ),
    "an-exception": "@define\nclass One(Exception):\n    a: int = 1",
    "another-kind": ("class Kind(type): pass\n@define\nclass One(metaclass=Kind):\n    a: int = 1"),
    "derived-with-a-field": (
        "@frozen\nclass Base:\n    a: int = 1\n@frozen\nclass One(Base):\n    b: int = 2"
    ),
    "in-a-dict": "@define(slots=False)\nclass One:\n    a: int = 1",
    "checked-at-each-change": (
        "@define\nclass One:\n    a: int = field(default=1, validator=validators.ge(0))"
    ),
    "own-repr-of-a-field": "@frozen\nclass One:\n    a: int = field(default=1, repr=str)",
    "no-text": (
        "def hold(cls):\n    cls.__annotations__['a'] = int\n    return cls\n"
        "@frozen\n@hold\nclass One:\n    a: int = 1"
    ),
}


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "generated.bin")


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    before = _make.attrs, _next_gen.attrs  # type: ignore[attr-defined]
    yield
    vars(_make)["attrs"], vars(_next_gen)["attrs"] = before
    sys.modules.pop(NAME, None)


def module_of(text: str, kept: Kept | None = None) -> Any:
    """Return the module of this text, its classes made by attrs alone or with what is kept."""
    vars(_next_gen)["attrs"] = _make.attrs if kept is None else decorator(kept, vars(_make))
    module = sys.modules[NAME] = ModuleType(NAME)
    exec(HEAD + text, vars(module))
    return module


def both(text: str, file: str) -> tuple[Any, Any, Kept]:
    """Return the class as attrs makes it and as it is made in a second process."""
    kept = Kept(file)
    first = module_of(text, kept).One
    kept.save()
    again = Kept(file)
    made = module_of(text, again).One
    alone = module_of(text).One
    assert told(first) == told(alone)
    return alone, made, again


def told(cls: Any) -> dict[str, Any]:
    """Return all that can be seen of a class."""
    return {
        "members": {
            name: seen(value) for name, value in vars(cls).items() if name[:7] != "__attrs"
        },
        "own": sorted(vars(cls)),
        "fields": _placeless(repr(attrs.fields(cls))),
        "props": {name: getattr(cls.__attrs_props__, name) for name in _make.ClassProps.__slots__},
        "signature": _placeless(str(inspect.signature(cls))),
        "bases": [base.__name__ for base in cls.__bases__],
    }


def _placeless(text: str) -> str:
    return re.sub("0x[0-9a-f]+", "", text)


def seen(value: Any) -> object:
    if not isinstance(value, FunctionType):
        return value if isinstance(value, str | tuple | dict | type(None)) else type(value)
    about = (value.__name__, value.__qualname__, value.__doc__, value.__module__)
    code = value.__code__
    how = _placeless(str(inspect.signature(value)))
    return (*about, value.__annotations__, how, code.co_varnames)


def uses(cls: Any) -> list[object]:
    """Return what comes of using a class."""
    wants = inspect.signature(cls).parameters.values()
    given = {one.name: -1 if one.default is one.empty else 2 for one in wants}
    return [said for arguments in ({}, given, {"nobody": 1}) for said in _use(cls, arguments)]


def _use(cls: Any, arguments: dict[str, int]) -> Iterator[object]:
    try:
        one, other = cls(**arguments), cls(**arguments)
    except (TypeError, ValueError) as error:
        yield f"{type(error).__name__} {error.args[0]}"
        return
    yield from (repr(one), one == other, one != other, attrs.asdict(one))
    yield from (attrs.asdict(copy.copy(one)), attrs.asdict(attrs.evolve(one)))
    yield from map(
        _outcome,
        (
            lambda: hash(one) == hash(other),
            lambda: one < other,
            lambda: setattr(one, "a", 9),
            lambda: setattr(one, "other", 9),
            lambda: delattr(one, "a"),
        ),
    )


def _outcome(act: Callable[[], object]) -> object:
    try:
        return act()
    except Exception as error:  # noqa: BLE001  which one is what is compared
        return f"{type(error).__name__} {error}"


@pytest.mark.parametrize("text", CASES.values(), ids=CASES.keys())
def test_a_class_of_a_recipe_is_the_class_of_attrs(file: str, text: str) -> None:
    alone, made, kept = both(text, file)
    assert not kept.missed
    assert is_remade(made)
    assert uses(made) == uses(alone)
    assert told(made) == told(alone)


@pytest.mark.parametrize("text", UNSURE.values(), ids=UNSURE.keys())
def test_what_is_not_sure_is_left_to_attrs(file: str, text: str) -> None:
    alone, made, kept = both(text, file)
    assert not is_remade(made)
    assert not kept.missed
    assert uses(made) == uses(alone)
    assert told(made) == told(alone)


def is_remade(cls: Any) -> bool:
    """Tell whether a class came from a recipe: some of it is made once it is asked for."""
    return type(vars(cls)["__attrs_props__"]).__module__ == "host.classes.remade"


DEFAULTS = (
    *("", " = 1", " = None", " = field()", " = field(default=1)", " = field(factory=list)"),
    *(" = attrs.NOTHING", " = attrs.Factory(list)", " = field(init=False, default=2)"),
    *(" = field(alias='b')", " = field(kw_only=True)", " = field(validator=validators.ge(0))"),
    " = field(converter=seven)",
)


@pytest.mark.parametrize("before", DEFAULTS)
def test_a_changed_class_is_another_one(file: str, before: str) -> None:
    for default in DEFAULTS:
        kept = Kept(file)
        module_of(f"@frozen\nclass One:\n    a: object{before}", kept)
        text = f"@frozen\nclass One:\n    a: object{default}"
        made, alone = module_of(text, kept).One, module_of(text).One
        assert uses(made) == uses(alone)
        assert told(made) == told(alone)


@pytest.mark.parametrize("gone", ["_CountingAttr", "_transform_attrs", "_ClassBuilder"])
def test_another_attrs_makes_its_classes_itself(file: str, gone: str) -> None:
    names = {name: value for name, value in vars(_make).items() if name != gone}
    assert decorator(Kept(file), names) is _make.attrs


def test_a_recipe_of_another_attrs_is_none(file: str) -> None:
    kept = Kept(file)
    module_of(CASES["fields"], kept)
    before = len(kept)
    names = {**vars(_make), "__file__": __file__}
    vars(_next_gen)["attrs"] = decorator(kept, names)
    exec(HEAD + CASES["fields"], vars(sys.modules[NAME]))
    assert len(kept) == before + 1


def test_a_class_without_its_fields_made_has_them_all_the_same(file: str) -> None:
    _, made, _ = both(CASES["order"], file)
    assert made(1) < made(2)
    assert [field.name for field in attrs.fields(made)] == ["a"]
    assert attrs.fields(made) is attrs.fields(made)
    assert attrs.has(made)
