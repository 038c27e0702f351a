"""From the configured names to the slices that answer: each one loaded, or broken with a reason."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import pluggy
from attrs import frozen

from host import extras, hookspecs, paths, reasons
from host.call import Failure
from host.errors import describe
from host.hook import Slice
from host.options import undeclarable

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType


@frozen
class Loaded:
    """A slice that answers; `options` is an instance of the class it declares."""

    name: str
    slice: Slice
    options: Any


@frozen
class Broken:
    """A slice that is on and did not load; its crude test guards in its place."""

    name: str
    failure: Failure


Member = Loaded | Broken


_foreseen: dict[tuple[str, ...], tuple[Member, ...]] = {}
"""What a resident loaded before it was asked, by the person's config folder and the names."""


def foresee(names: Iterable[str]) -> None:
    """Keep the named slices for a later `load` in this process or a fork, if all of them load."""
    wanted = tuple(names)
    members = load(wanted)
    if all(isinstance(member, Loaded) for member in members):
        _foreseen[paths.config_folder(), *wanted] = members


def load(names: Iterable[str], package: str = "slices") -> tuple[Member, ...]:
    """Load the named slices in order, with the default options; never raises for a slice's sake."""
    wanted = tuple(names)
    kept = _foreseen.get((paths.config_folder(), *wanted)) if package == "slices" else None
    return _load(wanted, package) if kept is None else kept


def _load(names: tuple[str, ...], package: str) -> tuple[Member, ...]:
    manager = pluggy.PluginManager(hookspecs.PROJECT)
    manager.add_hookspecs(hookspecs)
    return tuple(_member(manager, name, package) for name in names)


def _member(manager: pluggy.PluginManager, name: str, package: str) -> Member:
    try:
        if not extras.use(name):
            return Broken(name, Failure(name, "install", reasons.not_installed(name)))
        found = _declared(manager, name, importlib.import_module(f"{package}.{name}.plugin"))
        return Loaded(name, found, found.options())
    except BaseException as error:  # noqa: BLE001  whatever an import does, the others still load
        return Broken(name, Failure(name, "install", describe(error)))


def _declared(manager: pluggy.PluginManager, name: str, module: ModuleType) -> Slice:
    manager.register(module, name)
    try:
        # A misspelled hook registers silently, so each module is checked before the next.
        manager.check_pending()
        slices = [_call(impl) for impl in _implementations(manager, module)]
    except BaseException:
        manager.unregister(name=name)
        raise
    if len(slices) != 1:
        message = f"{module.__name__} implements tidegate_slice {len(slices)} times, not once"
        raise TypeError(message)
    return slices[0]


def _implementations(manager: pluggy.PluginManager, module: ModuleType) -> list[pluggy.HookImpl]:
    callers = manager.get_hookcallers(module) or []
    return [impl for hook in callers for impl in hook.get_hookimpls() if impl.plugin is module]


def _call(impl: pluggy.HookImpl) -> Slice:
    found = impl.function()
    if not isinstance(found, Slice):
        message = f"tidegate_slice returned {type(found).__name__}, not a Slice"
        raise TypeError(message)
    if why := undeclarable(found.options):
        raise TypeError(why)
    return found
