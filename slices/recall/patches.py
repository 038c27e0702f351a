"""Reads which files a patch of the `*** Update File:` form changes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from host.shell.command import Command

PROGRAMS = frozenset({"apply_patch", "applypatch"})
_FILE = re.compile(r"^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+?)[ \t\r]*$", re.MULTILINE)


def files(patch: str) -> tuple[str, ...]:
    """Return the paths that the patch names as changed, as they are spelt, each once."""
    return tuple(dict.fromkeys(_FILE.findall(patch)))


def of_command(command: Command) -> tuple[str, ...]:
    """Return the paths of the patch that a shell command applies, from its words or its input."""
    if command.program not in PROGRAMS:
        return ()
    texts = [value.text for value in command.arguments[1:] if value.text is not None]
    texts += [document.body for document in command.heredocs]
    return tuple(path for text in texts for path in files(text))
