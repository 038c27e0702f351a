"""What is known about a variable: its text, its elements, that it is unset, or why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from host.shell.names import names

if TYPE_CHECKING:
    from collections.abc import Mapping


@frozen
class Unknown:
    """A value that is not certain, and the reason, for people."""

    why: str


@frozen
class Unset:
    """The variable certainly has no value."""


@frozen
class Array:
    """An indexed array whose elements are all certain, in the order of their indices."""

    items: Mapping[int, str]


Variable = str | Array | Unknown | Unset

UNSET = Unset()
NOT_HERE = Unknown("it is not assigned in this command")
RUN_TIME = Unknown("the shell sets it at run time")
ONE_WAY = Unknown("it is assigned on one way only")

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


def is_name(text: str) -> bool:
    """Whether the text is a name of the shell grammar: letters, digits, underscore."""
    return text.isascii() and text.isidentifier()


def scalar(variable: Variable) -> str | Unknown | Unset:
    """Give what `$name` gives: for an array its element 0."""
    if isinstance(variable, Array):
        return variable.items.get(0, UNSET)
    return variable


def joined(left: Variable, right: Variable) -> Variable:
    """Give what is known where two ways meet."""
    return left if left == right else ONE_WAY
