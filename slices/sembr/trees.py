"""Whether two commands are the same but for the bodies of here-documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from host.shell import parse
from host.shell.syntax import HereDocument, Unreadable

if TYPE_CHECKING:
    from collections.abc import Mapping

_PLACES = frozenset({"start", "end"})
"""Where a node stands: the only thing that a longer body may change of the others."""


def differ_in_bodies_alone(before: str, after: str, bodies: Mapping[int, str]) -> bool:
    """Tell whether bash reads the same, with these bodies in place of those that start there.

    `bodies` holds the new text of a here-document by where the old one starts.
    """
    old, new = parse(before), parse(after)
    if isinstance(old, Unreadable) or isinstance(new, Unreadable):
        return False
    return _shape(old.body, bodies) == _shape(new.body, {})


def _shape(node: Any, bodies: Mapping[int, str]) -> object:
    """Return all that a node says, places aside, as values that compare."""
    if isinstance(node, tuple):
        return [_shape(one, bodies) for one in node]
    if not attrs.has(type(node)):
        return node
    names = [field.name for field in attrs.fields(type(node))]
    values = {name: _shape(getattr(node, name), bodies) for name in names if name not in _PLACES}
    if isinstance(node, HereDocument) and node.start in bodies:
        values["body"] = bodies[node.start]
    return [type(node).__name__, values]
