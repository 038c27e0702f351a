"""What a substitution prints, for the few scripts whose output is certain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.shell.command import Command
from host.shell.syntax import SimpleCommand
from host.shell.variables import Unknown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from host.shell.state import State
    from host.shell.syntax import Substitution

RUN_TIME_OUTPUT = Unknown("a substitution's output is known only at run time")


def certain_output(node: Substitution, commands: Sequence[object], state: State) -> str | Unknown:
    """Give the output without trailing newlines, if the script is one command that prints text.

    `commands` are those that the trace found in the script.
    """
    if not is_one_simple_command(node):
        return RUN_TIME_OUTPUT
    text = printed_text(commands, state)
    return RUN_TIME_OUTPUT if text is None else text.rstrip("\n")


def printed_text(commands: Sequence[object], state: State) -> str | None:
    """Give what one simple command prints, perhaps without its last newline, if it is certain."""
    if len(commands) != 1 or state.dialect != "bash":
        return None
    command = commands[0]
    if not isinstance(command, Command) or command.function_call:
        return None
    texts = [value.text for value in command.arguments]
    if not texts or None in texts:
        return None
    return _printed([text or "" for text in texts], command)


def is_one_simple_command(node: Substitution) -> bool:
    """Whether the script is a simple command and nothing else."""
    if len(node.body) != 1 or node.body[0].background or len(node.body[0].pipelines) != 1:
        return False
    pipeline = node.body[0].pipelines[0]
    return len(pipeline.commands) == 1 and isinstance(pipeline.commands[0], SimpleCommand)


def _printed(texts: list[str], command: Command) -> str | None:
    if texts == ["cat"] and len(command.redirects) == 1:
        return literal_body(command)
    if command.redirects:
        return None
    if texts[0] == "echo" and not any(text[:1] == "-" for text in texts[1:2]):
        text = " ".join(texts[1:])
        return None if "\\" in text else text
    if texts[0] == "printf" and len(texts) == 3 and texts[1] in {"%s", "%s\\n"}:  # noqa: PLR2004
        return texts[2]
    if texts == ["pwd"]:
        return command.folder
    return None


def literal_body(command: Command) -> str | None:
    """Give the text of the one here-document that the command reads, if nothing is expanded."""
    document = command.redirects[0].document
    if document is None or command.redirects[0].descriptor not in {None, "0"}:
        return None
    if document.quoted or not any(c in document.body for c in "$`\\"):
        return document.body
    return None


_COUNTING = frozenset(("wc -l", "wc -c", "wc -w", "wc -m", "nproc", "id -u", "id -g", "date +%s"))
"""Commands that print nothing but a number, fed by a pipe or a redirection."""


def prints_number(node: Substitution) -> bool:
    """Whether the script's last command is one that prints a number and nothing else."""
    if node.kind not in {"command", "backquote"} or len(node.body) != 1:
        return False
    pipelines = node.body[0].pipelines
    if len(pipelines) != 1 or not pipelines[0].commands:
        return False
    command = pipelines[0].commands[-1]
    if not isinstance(command, SimpleCommand):
        return False
    words = [word.literal for word in command.words]
    return None not in words and " ".join(word or "" for word in words) in _COUNTING
