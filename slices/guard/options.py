"""What people can set for guard."""

from __future__ import annotations

import attrs
from attrs import frozen

from host.tightening import fewer, tightens


@frozen
class Options:
    """The options of the slice, as `plugin.json` and the person's file give them."""

    agents_without_read: tuple[str, ...] = attrs.field(default=(), metadata=tightens(fewer))


DESCRIBE = {
    "agents_without_read": (
        "Agent types that have no tool to read files with: their prints are never denied."
    ),
}
