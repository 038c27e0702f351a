"""What people can set for recall."""

from __future__ import annotations

from typing import Literal

from attrs import frozen


@frozen
class Options:
    """The options of the slice, as `plugin.json` and the person's file give them."""

    retire: Literal["proven-writes", "edit-tools", "never"] = "proven-writes"
    folder_operands: bool = False
    rules: bool = False


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
