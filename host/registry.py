"""From the configured names to the slices that answer: each one loaded, or broken with a reason."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from attrs import frozen

from host import extras, outside, paths, reasons
from host.call import Failure
from host.errors import describe
from host.hook import Slice
from host.options import undeclarable
from host.plugins import Plugins
from host.stopped import Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


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
OURS = "slices"
"""The package of this repo's slices; a name may stand for another distribution's beside them."""

_foreseen: dict[tuple[str, ...], tuple[Member, ...]] = {}
"""What a resident loaded before it was asked, by the person's folders and the names."""


def foresee(names: Iterable[str]) -> None:
    """Keep the named slices for a later `load` in this process or a fork, if all of them load."""
    wanted = tuple(names)
    members = load(wanted)
    if all(isinstance(member, Loaded) for member in members):
        _foreseen[_key(wanted)] = members


def has_foreseen() -> bool:
    """Tell whether slices are kept for a later `load`."""
    return bool(_foreseen)


def load(names: Iterable[str], package: str = OURS) -> tuple[Member, ...]:
    """Load the named slices in order, with the default options; never raises for a slice's sake."""
    wanted = tuple(names)
    kept = _foreseen.get(_key(wanted)) if package == OURS else None
    return _load(wanted, package) if kept is None else kept


def _key(names: tuple[str, ...]) -> tuple[str, ...]:
    return (paths.config_folder(), paths.data_folder(), *names)


def _load(names: tuple[str, ...], package: str) -> tuple[Member, ...]:
    plugins = Plugins()
    return tuple(_member(plugins, name, package) for name in names)


def _member(plugins: Plugins, name: str, package: str) -> Member:
    try:
        if why := _not_there(name):
            return Broken(name, Failure(name, "install", why))
        home = outside.package_of(name) if package == OURS else f"{package}.{name}"
        module = importlib.import_module(f"{home}.plugin")
        declarations = plugins.implementations(name, module)
        if len(declarations) != 1:
            times = f"{len(declarations)} times, not once"
            message = f"{module.__name__} implements tidegate_slice {times}"
            raise TypeError(message)  # noqa: TRY301  it is the slice's failure, as all others are
        found = _call(declarations[0])
        return Loaded(name, found, found.options())
    except Stopped:
        raise
    except BaseException as error:  # noqa: BLE001  whatever an import does, the others still load
        return Broken(name, Failure(name, "install", describe(error)))


def _not_there(name: str) -> str:
    """Return what is missing before the slice can be imported, or ""."""
    one = outside.find(name)
    if one is not None and not one.is_there:
        return reasons.outside_gone(name, one.origin, one.site)
    return "" if extras.use(name) else reasons.not_installed(name)


def _call(declare: Callable[[], object]) -> Slice:
    found = declare()
    if not isinstance(found, Slice):
        message = f"tidegate_slice returned {type(found).__name__}, not a Slice"
        raise TypeError(message)
    if why := undeclarable(found.options):
        raise TypeError(why)
    return found
