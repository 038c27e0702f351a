"""What a project that is not trusted may change: options whose slice says what tightens them."""

# A slice's options class declares it per field: `attrs.field(metadata=tightens(up_to("off",
# "on")))`.

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import attrs

from host.errors import Problem
from host.jsonfile import kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from host.layers import Given

Rule = Callable[[Any, Any], bool]
"""Tells whether the second value is as tight as the first, or tighter."""

_KEY = "tidegate.tightens"


def tightens(rule: Rule) -> dict[str, Rule]:
    """Return the metadata of a field that a project may change where `rule` holds."""
    return {_KEY: rule}


def up_to(*values: object) -> Rule:
    """Return the rule of a choice whose values are given from the loosest to the tightest."""

    def rule(old: object, new: object) -> bool:
        return new in values and (old not in values or values.index(new) >= values.index(old))

    return rule


def switched_on(old: object, new: object) -> bool:
    """Hold where something that is controlled with the option on stays on or comes on."""
    return bool(new) or not old


def fewer(old: Iterable[object], new: Iterable[object]) -> bool:
    """Hold where a list of exceptions lost members, or none."""
    return set(new) <= set(old)


def more(old: Iterable[object], new: Iterable[object]) -> bool:
    """Hold where a list of what is controlled gained members, or none."""
    return set(new) >= set(old)


def lay(
    options: type, given: Iterable[Given]
) -> tuple[dict[str, Any], dict[str, Given], tuple[Problem, ...]]:
    """Return each option's value and who gave it, and what bound layers may not change.

    Every layer's values have been found right before.
    """
    defaults = _defaults(options)
    values: dict[str, Any] = {}
    origins: dict[str, Given] = {}
    refused: list[Problem] = []
    for layer in given:
        for name, value in layer.values.items():
            old = values.get(name, defaults.get(name))
            if layer.bound and not may(options, name, old, value):
                refused.append(_loosens(layer, name, old, value))
            else:
                values[name], origins[name] = value, layer
    return values, origins, tuple(refused)


def may(options: type, name: str, old: Any, new: Any) -> bool:
    """Tell whether a bound layer may change this option's value so; no change is always allowed."""
    if old == new:
        return True
    rule = attrs.fields_dict(options)[name].metadata.get(_KEY)
    return rule is not None and bool(rule(old, new))


def _defaults(options: type) -> Mapping[str, Any]:
    found = attrs.asdict(options(), recurse=False)
    return {name: list(v) if isinstance(v, tuple) else v for name, v in found.items()}


def _loosens(layer: Given, name: str, old: Any, new: Any) -> Problem:
    expected = f"{_shown(old)}, or what is stricter (you do not trust this project)"
    return Problem(layer.file, f"{layer.at}.{name}", expected, _shown(new))


def _shown(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(kind, value))}]"
    return kind(value)
