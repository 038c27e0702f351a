"""Gives each loaded slice its options, from what all the layers say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs import frozen

from host import options, tightening
from host.registry import Broken

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from host.config import Entry
    from host.errors import Problem
    from host.layers import Given, Switch
    from host.registry import Member


@frozen
class Settled:
    """A slice with its options, who gave each one, and what was wrong or refused on the way."""

    member: Member
    origins: Mapping[str, Given]
    problems: tuple[Problem, ...] = ()
    refused: tuple[Problem, ...] = ()


def settle(member: Member, entry: Entry, kept: Iterable[Switch]) -> Settled:
    """Give a slice its options.

    Where a layer's are wrong, none of them count; where that is not the project's layer, the last
    good ones stand in.
    """
    if isinstance(member, Broken):
        return Settled(member, {})
    declared = member.slice.options
    checked = [(g, options.check(declared, g.values, g.file, g.at)) for g in entry.options]
    sound = [given for given, wrong in checked if not wrong]
    if any(wrong for given, wrong in checked if given.layer != "project"):
        sound = _standing_in(declared, member.name, kept, sound)
    values, origins, refused = tightening.lay(declared, sound)
    problems = tuple(problem for _, wrong in checked for problem in wrong)
    built = attrs.evolve(member, options=options.build(declared, values))
    return Settled(built, origins, problems, refused)


def _standing_in(
    declared: type, name: str, kept: Iterable[Switch], sound: list[Given]
) -> list[Given]:
    given = next((s.options for s in kept if s.name == name and s.options is not None), None)
    if given is None or options.check(declared, given.values, "", ""):
        return sound
    return [given, *(one for one in sound if one.layer == "project")]
