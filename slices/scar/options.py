"""What people can set for scar."""

from __future__ import annotations

import attrs
from attrs import frozen, validators

from host.tightening import fewer, switched_on, tightens, up_to
from slices.scar.platforms import PLATFORMS

WIDTHS = ("broad", "narrow")
TRANSPORTS = ("auto", "on", "off")


@frozen
class Options:
    """The options of the slice, as `plugin.json` and the person's file give them."""

    width: str = attrs.field(
        default="broad", validator=validators.in_(WIDTHS), metadata=tightens(up_to(*WIDTHS[::-1]))
    )
    off: tuple[str, ...] = attrs.field(default=(), metadata=tightens(fewer))
    platform: str = attrs.field(default="auto", validator=validators.in_(("auto", *PLATFORMS)))
    transport: str = attrs.field(default="auto", validator=validators.in_(TRANSPORTS))
    own: bool = attrs.field(default=True, metadata=tightens(switched_on))


DESCRIBE = {
    "width": (
        "Which here-documents into a .py file are denied: `broad` all of them, `narrow` those whose"
        " text would reach the file changed."
    ),
    "off": "The ids of scars that are not asked.",
    "platform": (
        "Where the shell runs: `auto` finds out, or `linux`, `macos`, `windows` (its shell of Git)."
    ),
    "transport": (
        "Whether commands lose backslashes on their way to the shell: `auto` says so for Windows,"
        " or `on`, `off`."
    ),
    "own": "Whether the scars of the project and of your own folder are asked.",
}
