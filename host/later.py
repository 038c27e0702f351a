"""Modules that a cold call imports and hardly ever uses: each is loaded when it is looked into."""

import _thread
import _weakref
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import ModuleType
    from typing import Any

    Fill = Callable[[ModuleType], None]
else:
    ModuleType = type(sys)  # `types` would have to be looked for on the path

_OF_EACH = frozenset({"__class__", "__name__", "__spec__", "__loader__", "__package__"})
_OF_PLATFORM = {"python_implementation": lambda: "CPython"}
_lock = _thread.RLock()
_OURS = (
    "assigning",
    "compounds",
    "folders",
    "functions",
    "grammar.compounds",
    "nested",
    "reentries",
    "wrappers",
)
LATER: "Mapping[str, Mapping[str, Any]]" = {
    **{f"host.shell.{name}": {} for name in _OURS},
    "attr.validators": {},
    "attrs.validators": {},
    "copy": {},
    "inspect": {},
    "platform": _OF_PLATFORM if sys.implementation.name == "cpython" else {},
    "threading": {"local": _thread._local},  # noqa: SLF001  `threading` takes it from there too
    "tokenize": {},
    "unicodedata": {},
    "weakref": {"ref": _weakref.ref},
}
"""What attrs imports for functions that hardly a call needs, and of our own modules what a simple
command does without. The names beside a module are those that each call needs of it: they are had
without the module."""


class Later(ModuleType):
    """A module that fills itself at the first look into it, and is an ordinary one from then on."""

    def __init__(self, name: str, fill: "Fill") -> None:
        super().__init__(name)
        _waiting[id(self)] = fill, LATER.get(name, {})

    def __getattribute__(self, name: str) -> "Any":
        if name not in _OF_EACH:
            _, known = _waiting.get(id(self), (None, {}))
            if name in known:
                return known[name]
            _fill(self)
        return ModuleType.__getattribute__(self, name)

    def __setattr__(self, name: str, value: object) -> None:
        if name not in _OF_EACH:
            _fill(self)
        ModuleType.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        _fill(self)
        ModuleType.__delattr__(self, name)


_waiting: "dict[int, tuple[Fill, Mapping[str, Any]]]" = {}


def _fill(module: Later) -> None:
    with _lock:
        waiting = _waiting.pop(id(module), None)
        if waiting is None:
            return
        module.__class__ = ModuleType  # type: ignore[assignment]
        try:
            waiting[0](module)
        except BaseException:
            module.__class__ = Later
            _waiting[id(module)] = waiting
            raise
