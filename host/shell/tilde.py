"""Tilde expansion: what `~`, `~+` and `~-` at the start of a word stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.shell.variables import UNSET, Unknown

if TYPE_CHECKING:
    from host.shell.state import State

ANOTHER_HOME = Unknown("the home folder of a user is known only at run time")
NO_HOME = Unknown("the home folder is not known")


def expand_tilde(prefix: str, state: State) -> str | Unknown | None:
    """Give what a tilde prefix (the text up to the first slash) stands for; None if it stays."""
    if prefix == "~":
        return _variable("HOME", state)
    if state.dialect != "bash":
        return ANOTHER_HOME
    if prefix == "~+":
        return _variable("PWD", state)
    if prefix == "~-":
        return None if state.lookup("OLDPWD") is UNSET else _variable("OLDPWD", state)
    return ANOTHER_HOME


def _variable(name: str, state: State) -> str | Unknown:
    value = state.lookup(name)
    return value if isinstance(value, str) else NO_HOME


def tilde_pieces(
    text: str, state: State, *, first: bool, last: bool, assignment: bool
) -> list[tuple[str | Unknown, bool]]:
    """One unquoted text cut into pieces: (text or why not, whether the expansion is over).

    `first` and `last` say whether the text begins and ends its word; in an assignment a tilde
    counts after each colon too.
    """
    if "~" not in text:
        return [(text, False)]
    segments = text.split(":") if assignment else [text]
    pieces: list[tuple[str | Unknown, bool]] = []
    for index, segment in enumerate(segments):
        if index:
            pieces.append((":", False))
        begins = index > 0 or first
        ends = index < len(segments) - 1 or last
        pieces.extend(_segment(segment, state, begins=begins, ends=ends))
    return pieces


def _segment(
    segment: str, state: State, *, begins: bool, ends: bool
) -> list[tuple[str | Unknown, bool]]:
    prefix, slash, rest = segment.partition("/")
    if not begins or not prefix.startswith("~") or not (slash or ends):
        return [(segment, False)]
    value = expand_tilde(prefix, state)
    if value is None:
        return [(segment, False)]
    return [(value, True), (slash + rest, False)]
