"""One event through the whole house: configuration, slices, phases, the client's answer, ledger."""

from __future__ import annotations

import contextlib
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import attrs
from attrs import frozen

from host import (
    beforehand,
    clients,
    config,
    crude,
    denies,
    last_resort,
    lastgood,
    ledger,
    notices,
    outside,
    paths,
    registry,
    remembered,
    triggers,
    watches,
)
from host.call import ToolResult
from host.desk import Desk
from host.here import NOWHERE, Here
from host.layers import of_outside
from host.phases import Round, decide
from host.registry import Broken, Loaded
from host.settle import settle
from host.state import State

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from host.beforehand import Furnished
    from host.call import Decision, FailureKind, Occasion, ToolCall
    from host.config import Config, Entry
    from host.registry import Member
    from host.settle import Settled
    from host.triggers import Wanted

    Failed = Mapping[str, tuple[FailureKind, str]]

NOTHING_FAILED: Failed = MappingProxyType({})


@frozen
class Places:
    """Where the house finds its files; the defaults are this copy's and this person's."""

    shipped: str = paths.PLUGIN_FILE
    persons: tuple[str, ...] = attrs.field(factory=lambda: (paths.config_file(),))
    state: str = attrs.field(factory=paths.state_folder)
    package: str = "slices"


@frozen
class House:
    """The house as configured: its members in phase order, and what was wrong on the way."""

    members: tuple[Member, ...]
    config: Config
    kept: bool = False
    """Whether a last good configuration stood in for what was wrong."""
    here: Here = NOWHERE
    """The place that it is the configuration of."""
    settled: tuple[Settled, ...] = ()
    """The members with who gave them their options."""
    is_whole: bool = True
    """Whether all slices that are on are among the members."""


@frozen
class Outcome:
    """The answer's text for stdout, "" for nothing, and what is left to do once it is out."""

    text: str
    after: Callable[[], None]


def answer(  # noqa: PLR0913  one event, and what the host knows of it beforehand
    client: str,
    event: dict[str, Any],
    *,
    failed: Failed = NOTHING_FAILED,
    wanted: Wanted | None = None,
    progress: Callable[[str, str], None] = lambda _name, _what: None,
    places: Places | None = None,
) -> Outcome:
    """Ask the slices about one event of a client.

    `failed` names what died in an earlier attempt at the same event: a slice's name for its `run`,
    `name:on_error` for its error handler. `wanted` are the hooks that the event is for, None for
    all. `progress` is told each slice before it is asked. Raises
    `LookupError` for an unknown client, `BadEvent` for an event that cannot be read and
    `ConfigError` where no configuration can be used: the last resort answers then.
    """
    where = places or Places()
    adapter = clients.load(client)
    occasion = adapter.read(event)
    if occasion is None:
        return Outcome("", lambda: None)
    folder, _, _, given = adapter.scope(event)
    here = Here(folder, given)
    found = beforehand.find(where, here) or _furnished(where, here, wanted)
    house = found.house
    desk = Desk(adapter, State(where.state))
    asked = Round(house.members, desk, failed, progress, crude_holds, wanted)
    decision = decide(asked, occasion)
    progress("", "host")
    told = 0
    if adapter.can_tell(occasion):
        told = len(desk.state.notices)
        pending = _notices(house, desk.state, decision)
        decision = attrs.evolve(decision, notices=notices.due(desk.state, occasion, pending))
    visit = _Visit(where, house, desk, occasion, found.taken, told)
    return Outcome(adapter.write(decision, occasion), lambda: _after(visit, decision))


def _furnished(places: Places, here: Here, wanted: Wanted | None) -> Furnished:
    """Furnish the house as far as the event needs it.

    A slice that rewrites makes another call of it, which any other slice may want.
    """
    if wanted is not None and not registry.has_foreseen():
        only = frozenset(name for name, _ in wanted)
        found = beforehand.now(places, here, lambda *place: furnish(*place, only=only))
        if not any(_rewrites(member) for member in found.house.members):
            return found
    return beforehand.now(places, here, furnish)


def _rewrites(member: Member) -> bool:
    hooks = member.slice.hooks if isinstance(member, Loaded) else ()
    return any(hook.phase == "rewrite" for hook in hooks)


def furnish(places: Places, here: Here = NOWHERE, *, only: frozenset[str] | None = None) -> House:
    """Read the configuration of a place and load the slices that are on; raises `ConfigError`.

    Beside those in `only`, None for all, the slices count whose options somebody gave: they may be
    wrong, and the person is told.
    """
    kept = lastgood.load(places.state, here)
    others = of_outside(outside.found().values())
    found = config.read(places.shipped, places.persons, kept, here, others)
    enabled = tuple(entry.name for entry in found.entries if entry.enabled)
    given = {entry.name for entry in found.entries if _has_given(entry)}
    names = tuple(name for name in enabled if only is None or name in only | given)
    entries = {entry.name: entry for entry in found.entries}
    good = () if kept.base is None else kept.base.switches
    settled = tuple(
        settle(member, entries[member.name], good)
        for member in registry.load(names, places.package)
    )
    found = attrs.evolve(
        found,
        problems=(*found.problems, *(wrong for one in settled for wrong in one.problems)),
        refused=(*found.refused, *(wrong for one in settled for wrong in one.refused)),
    )
    members = tuple(one.member for one in settled)
    return House(members, found, kept.base is not None, here, settled, names == enabled)


def _has_given(entry: Entry) -> bool:
    return any(given.layer != "shipped" for given in entry.options)


def crude_holds(name: str, call: ToolCall) -> bool:
    """Tell whether the crude test of a slice that did not load holds for the call."""
    data = _crude_data(name)
    if data is None or call.command is None:
        return False
    if crude.hits(data, call.command):
        return True
    return watches.crude_hits(paths.state_folder(), name, data, call.command, call.cwd)


def _crude_data(name: str) -> dict[str, Any] | None:
    """Return a slice's crude data, or None where it cannot be had or does not serve."""
    data = last_resort.crude_of(name)
    try:
        crude.hits(data or {}, "")
    except BaseException:  # noqa: BLE001  data of a slice that is broken already may be anything
        return None
    return data


def _notices(house: House, state: State, decision: Decision) -> tuple[notices.Notice, ...]:
    broken = [member for member in house.members if isinstance(member, Broken)]
    guarded = [one.name for one in broken if _crude_data(one.name) is not None]
    loaded = [member.name for member in house.members if isinstance(member, Loaded)]
    return (
        *notices.of_config(house.config, kept=house.kept),
        *notices.of_broken(broken, guarded),
        *notices.of_failures(decision, loaded),
        *notices.of_state(state),
    )


@frozen
class _Visit:
    """What one event's answer was made with, for what is left to do after it."""

    places: Places
    house: House
    desk: Desk
    occasion: Occasion
    taken: list[triggers.Stamp]
    told: int
    """How many of the state's notices the answer could tell."""


def _after(visit: _Visit, decision: Decision) -> None:
    """Write what nobody waits for; a failure of one leaves the answer and the others alone."""
    state = visit.desk.state
    rows = (*ledger.rows_of(decision), *visit.desk.rows)
    steps: tuple[Callable[[], None], ...] = (
        *visit.desk.later,
        lambda: ledger.write(state, visit.occasion, rows),
        lambda: denies.keep(state, visit.house.here.root, visit.occasion, decision),
        lambda: _keep_config(visit.places, visit.house),
        lambda: _keep_options(visit),
        lambda: _keep_triggers(visit.house, visit.taken),
        lambda: notices.keep_for_later(state, state.notices[visit.told :]),
        state.close,
    )
    for step in steps:
        # The answer is out: there is nobody left to tell, and nothing that may change it.
        with contextlib.suppress(BaseException):
            step()


def _keep_config(places: Places, house: House) -> None:
    """Keep what has no fault: everything but the project's file, and that file."""
    if not house.is_whole:  # whoever is not here may have found a fault
        return
    faulty = {problem.file for problem in house.config.problems}
    own = house.here.file
    if not faulty - {own}:
        lastgood.keep(places.state, house.config.base)
    if own and own not in faulty:
        lastgood.keep_project(places.state, house.here, house.config.project)


def _keep_options(visit: _Visit) -> None:
    known = [entry.name for entry in visit.house.config.entries]
    where, given = visit.places.state, visit.house.here.options
    occasion = visit.occasion.call if isinstance(visit.occasion, ToolResult) else visit.occasion
    remembered.keep(where, occasion.client, given, known)


def _keep_triggers(house: House, taken: list[triggers.Stamp]) -> None:
    """Keep the triggers, but not without a slice that did not load: the older ones stay."""
    loaded = [member for member in house.members if isinstance(member, Loaded)]
    if house.is_whole and len(loaded) == len(house.members):
        hooks = [(member.name, hook) for member in loaded for hook in member.slice.hooks]
        triggers.write(hooks, taken, house.here)
