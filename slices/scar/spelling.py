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
    return command is not None and may_hold(command, TRIGGERS)


def may_hold(command: str, texts: tuple[str, ...]) -> bool:
    """Tell whether one of the texts stands in the command, as it is or without its quotes."""
    if _ENCODED in command:
        return True
    spellings = (command, plain(command))
    return any(text in spelling for text in texts for spelling in spellings)
