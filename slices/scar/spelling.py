"""A command's text without what can hide a word in it."""

from __future__ import annotations

from slices.scar.triggers import TRIGGERS

_HIDING = str.maketrans("", "", "'\"\\")
_ENCODED = "$'"  # such quotes can spell any text as escapes


def plain(command: str) -> str:
    """Return the command without quotes, backslashes and joined lines."""
    return command.replace("\\\n", "").translate(_HIDING)


def may_concern(command: str | None) -> bool:
    """Tell whether the command holds a trigger of the slice, or may hide one."""
    if command is None:
        return False
    if _ENCODED in command:
        return True
    spellings = (command, plain(command))
    return any(text in spelling for text in TRIGGERS for spelling in spellings)
