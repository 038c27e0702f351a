"""Lists, and-or lists and pipelines."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from host.shell.grammar.commands import command_reader
from host.shell.grammar.lexer import Lexer
from host.shell.grammar.tokens import END, LIST_ENDS
from host.shell.syntax import ListItem, Pipeline

if TYPE_CHECKING:
    from typing import Literal

    from host.shell.grammar.cursor import Cursor
    from host.shell.syntax import Command

_SEPARATORS = frozenset([";", "&", "\n"])
_PREFIXES = frozenset(["!", "time"])


def read_script(cursor: Cursor) -> tuple[ListItem, ...]:
    """Read a whole script, up to the end of the cursor's region."""
    lexer = Lexer(cursor)
    lexer.skip_newlines()
    items = () if lexer.peek().kind == END else read_list(lexer)
    lexer.expect(END)
    return items


def read_substituted(cursor: Cursor) -> tuple[ListItem, ...]:
    """Read the script of `$(…)`, up to and with its `)`."""
    lexer = Lexer(cursor)
    lexer.waiting.in_substitution = True
    lexer.skip_newlines()
    items = () if lexer.peek().kind == ")" else read_list(lexer)
    lexer.expect(")")
    lexer.waiting.hand_over()
    return items


def read_list(lexer: Lexer) -> tuple[ListItem, ...]:
    """Read one or more and-or lists (compound_list), with the separator after the last if any."""
    items = []
    lexer.skip_newlines()
    while True:
        item = _read_and_or(lexer)
        separator = lexer.peek().kind
        items.append(item if separator != "&" else _in_background(item))
        if separator not in _SEPARATORS:
            return tuple(items)
        lexer.take()
        lexer.skip_newlines()
        if lexer.peek().kind in LIST_ENDS:
            return tuple(items)


def _in_background(item: ListItem) -> ListItem:
    return ListItem(item.start, item.end, item.pipelines, item.operators, background=True)


def _read_and_or(lexer: Lexer) -> ListItem:
    start = lexer.peek().start
    pipelines = [_read_pipeline(lexer)]
    operators = []
    while lexer.peek().kind in ("&&", "||"):
        operators.append(cast("Literal['&&', '||']", lexer.take().kind))
        lexer.skip_newlines()
        pipelines.append(_read_pipeline(lexer))
    return ListItem(start, lexer.end, tuple(pipelines), tuple(operators))


def _read_pipeline(lexer: Lexer) -> Pipeline:
    start = lexer.peek().start
    prefixes = _read_prefixes(lexer)
    negated, timed = prefixes.count("!") % 2 == 1, "time" in prefixes
    if prefixes and lexer.peek().kind in (";", "\n", END):
        return Pipeline(start, lexer.end, (), (), negated, timed)
    commands: list[Command] = [command_reader(lexer.peek().kind)(lexer)]
    operators = []
    while lexer.peek().kind in ("|", "|&"):
        operators.append(cast("Literal['|', '|&']", lexer.take().kind))
        lexer.skip_newlines()
        commands.append(command_reader(lexer.peek().kind)(lexer))
    return Pipeline(start, lexer.end, tuple(commands), tuple(operators), negated, timed)


def _read_prefixes(lexer: Lexer) -> list[str]:
    """Read any number of `!` and `time`, the options of `time` left out."""
    prefixes = []
    while lexer.peek().kind in _PREFIXES:
        prefixes.append(lexer.take().kind)
        for option in ("-p", "--"):
            if lexer.peek().kind == option:
                lexer.take()
    return prefixes
