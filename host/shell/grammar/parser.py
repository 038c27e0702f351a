"""From a command string to its tree, or to the reason why there is none."""

from __future__ import annotations

from host.shell import reasons
from host.shell.grammar.cursor import Cursor, Grammar, NotShellError
from host.shell.grammar.lists import read_list, read_script, read_substituted
from host.shell.limits import COMMAND_MAX_CHARACTERS
from host.shell.syntax import Script, Unreadable

_GRAMMAR = Grammar(read_list, read_substituted, read_script)


def parse_command(text: str) -> Script | Unreadable:
    """Read a command string as `bash -c` would with its default options."""
    if len(text) > COMMAND_MAX_CHARACTERS:
        return Unreadable(reasons.past_bound(COMMAND_MAX_CHARACTERS, "characters"))
    if "\0" in text:
        return Unreadable(reasons.null_character())
    try:
        return Script(text, read_script(Cursor(text, _GRAMMAR)))
    except NotShellError as problem:
        return Unreadable(str(problem))
