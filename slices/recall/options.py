"""What people can set for recall."""

from __future__ import annotations

import attrs
from attrs import frozen, validators

from host.tightening import switched_on, tightens

PROVEN_WRITES, EDIT_TOOLS, NEVER = "proven-writes", "edit-tools", "never"


@frozen
class Options:
    """The options of the slice, as `plugin.json` and the person's file give them."""

    retire: str = attrs.field(
        default=PROVEN_WRITES, validator=validators.in_((PROVEN_WRITES, EDIT_TOOLS, NEVER))
    )
    folder_operands: bool = attrs.field(default=False, metadata=tightens(switched_on))
    rules: bool = attrs.field(default=False, metadata=tightens(switched_on))


DESCRIBE = {
    "retire": (
        "After which edits a delivered note counts as done for the file: proven writes of any kind,"
        " those of the edit tools alone, or none."
    ),
    "folder_operands": (
        "Whether a folder that a command names stands for the anchored files in it."
    ),
    "rules": "Whether the project's path-scoped rules are delivered like notes.",
}
