"""What is known about a variable: its text, its elements, that it is unset, or why not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from attrs import frozen

from host.shell.names import names

if TYPE_CHECKING:
    from collections.abc import Mapping


Kind = Literal["number", "text", "any"]
"""What a value may be: a number that arithmetic takes as it is, any text, or an array too."""


@frozen
class Unknown:
    """A value that is not certain, the reason, for people, and what the value may be."""

    why: str
    kind: Kind = "any"


@frozen
class Unset:
    """The variable certainly has no value."""


@frozen
class Array:
    """An indexed array by index; where it is not `whole`, there may be other elements."""

    items: Mapping[int, str]
    whole: bool = True


Variable = str | Array | Unknown | Unset

UNSET = Unset()
NOT_HERE = Unknown("it is not assigned in this command", "text")
RUN_TIME = Unknown("the shell sets it at run time")
RUN_TIME_NUMBER = Unknown("the shell sets it at run time", "number")
ONE_WAY = Unknown("it is assigned on one way only")
_ONE_WAY: dict[Kind, Unknown] = {
    kind: Unknown(ONE_WAY.why, kind) for kind in ("number", "text", "any")
}

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")

# bash manual, "Bash Variables": names whose value the shell itself makes or whose assignment fails.
_SHELL_OWNED = names(
    "_ BASHOPTS BASHPID BASH_ALIASES BASH_ARGC BASH_ARGV BASH_ARGV0 BASH_CMDS BASH_COMMAND "
    "BASH_LINENO BASH_SOURCE BASH_SUBSHELL BASH_VERSINFO BASH_VERSION COLUMNS COMP_WORDS "
    "COMP_CWORD COMP_KEY COMP_LINE COMP_POINT COMP_TYPE COPROC DIRSTACK EPOCHREALTIME "
    "EPOCHSECONDS EUID FUNCNAME GROUPS HISTCMD LINENO LINES MAPFILE OPTARG OPTIND "
    "PIPESTATUS PPID RANDOM REPLY SECONDS SHELLOPTS SRANDOM UID"
)


def is_shell_owned(name: str) -> bool:
    """Whether the shell itself makes the variable's value."""
    return name in _SHELL_OWNED


_SHELL_NUMBERS = names(
    "BASHPID BASH_SUBSHELL COLUMNS EPOCHSECONDS EUID HISTCMD LINENO LINES OPTIND PPID RANDOM "
    "SECONDS SRANDOM UID"
)


def shell_owned(name: str) -> Unknown:
    """Give what is known of a variable that the shell itself makes."""
    return RUN_TIME_NUMBER if name in _SHELL_NUMBERS else RUN_TIME


def is_number(text: str) -> bool:
    """Whether arithmetic takes the text for a number as it is, and never for octal or too long."""
    return text == "" or _NUMBER.fullmatch(text) is not None


def kind(variable: Variable) -> Kind:
    """Give what the variable may be; one that is unset counts as a number, as arithmetic does."""
    if isinstance(variable, str):
        return "number" if is_number(variable) else "text"
    if isinstance(variable, Unknown):
        return variable.kind
    return "number" if isinstance(variable, Unset) else "any"


def is_name(text: str) -> bool:
    """Whether the text is a name of the shell grammar: letters, digits, underscore."""
    return text.isascii() and text.isidentifier()


def scalar(variable: Variable) -> str | Unknown | Unset:
    """Give what `$name` gives: for an array its element 0."""
    if isinstance(variable, Array):
        return variable.items.get(0, UNSET if variable.whole else RUN_TIME)
    return variable


def joined(left: Variable, right: Variable) -> Variable:
    """Give what is known where two ways meet."""
    if left == right:
        return left
    kinds = {kind(left), kind(right)}
    return _ONE_WAY["any" if "any" in kinds else "text" if "text" in kinds else "number"]
