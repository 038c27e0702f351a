"""Houses that were furnished before a call: each counts while nothing that it came from changed."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from attrs import frozen

from host import lastgood, outside, triggers
from host.limits import SETTLED_NANOSECONDS
from host.registry import Loaded
from host.watches import UNKNOWN, stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from host.here import Here
    from host.house import House, Places
    from host.triggers import Stamp


@frozen
class Furnished:
    """A house, with the fingerprint from before it was furnished: see `triggers.fingerprint`."""

    house: House
    taken: list[Stamp]
    files: tuple[Stamp, ...] = ()
    links: tuple[tuple[str, str], ...] = ()


_kept: dict[Hashable, Furnished] = {}


def keep(places: Places, here: Here, furnish: Callable[[Places, Here], House]) -> None:
    """Furnish the house of a place, and keep it for `find` where all is well with it.

    Raises what `furnish` does.
    """
    files = [(path, stamp(path)) for path in _files(places, here)]
    found = now(places, here, furnish)
    config = found.house.config
    is_well = not config.problems and not config.refused
    if is_well and all(isinstance(one, Loaded) for one in found.house.members) and _settled(files):
        links = _links(found.house)
        _kept[_key(places, here)] = Furnished(found.house, found.taken, tuple(files), links)


def find(places: Places, here: Here) -> Furnished | None:
    """Return the house that was kept for a place, unless something that it came from changed."""
    found = _kept.get(_key(places, here))
    if found is None or any(stamp(path) != then for path, then in found.files):
        return None
    return found if all(os.path.realpath(path) == real for path, real in found.links) else None


def now(places: Places, here: Here, furnish: Callable[[Places, Here], House]) -> Furnished:
    """Furnish the house of a place, with the fingerprint from before; raises what it does."""
    taken = triggers.fingerprint(here)
    return Furnished(furnish(places, here), taken)


def _files(places: Places, here: Here) -> tuple[str, ...]:
    own = (places.shipped, *places.persons, here.file, outside.kept_file())
    return tuple(path for path in (*own, *lastgood.files(places.state, here)) if path)


def _key(places: Places, here: Here) -> Hashable:
    return places, here.root, frozenset(here.options.items()), _files(places, here)


def _settled(files: Iterable[Stamp]) -> bool:
    """Tell whether none changed so lately that it may change once more within the same stamp."""
    before = time.time_ns() - SETTLED_NANOSECONDS
    return all(then is None or (then != UNKNOWN and then[0] < before) for _, then in files)


def _links(house: House) -> tuple[tuple[str, str], ...]:
    """Return the folders that the configuration is for, each with where it really lies."""
    base, here = house.config.base, house.here
    named = (*base.trusted, *(folder for folder, _ in base.projects))
    if not named:
        return ()
    places = (here.root, here.file.rpartition("/")[0], *named)
    return tuple((path, os.path.realpath(path)) for path in places if path)
