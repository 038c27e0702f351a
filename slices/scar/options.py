"""What people can set for scar."""

from __future__ import annotations

import attrs
from attrs import frozen, validators

from slices.scar.platforms import PLATFORMS

WIDTHS = ("broad", "narrow")
TRANSPORTS = ("auto", "on", "off")


@frozen
class Options:
    """The options of the slice, as `plugin.json` and the person's file give them."""

    width: str = attrs.field(default="broad", validator=validators.in_(WIDTHS))
    off: tuple[str, ...] = ()
    platform: str = attrs.field(default="auto", validator=validators.in_(("auto", *PLATFORMS)))
    transport: str = attrs.field(default="auto", validator=validators.in_(TRANSPORTS))
    own: bool = True


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
