"""What people can set for guard."""

from __future__ import annotations

from attrs import frozen


@frozen
class Options:
    """The options of the slice, as `plugin.json` and the person's file give them."""

    agents_without_read: tuple[str, ...] = ()


DESCRIBE = {
    "agents_without_read": (
        "Agent types that have no tool to read files with: their prints are never denied."
    ),
}
