"""Commands: simple ones, compound ones, function definitions and coprocesses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from host.shell.grammar import compounds
from host.shell.grammar.assignments import read_assignable
from host.shell.grammar.redirections import read_redirection, starts_redirection
from host.shell.grammar.tokens import ASSIGNMENT, WORD, Token
from host.shell.syntax import Assignment, Coprocess, Function, SimpleCommand, Word

if TYPE_CHECKING:
    from collections.abc import Callable

    from host.shell.grammar.lexer import Lexer
    from host.shell.syntax import Command, Redirection

COMPOUND = frozenset(("(", "{", "if", "while", "until", "for", "select", "case", "((", "[["))
"""The tokens in the table of `compounds`: that module is loaded for such a command only."""
_CLOSED = re.compile(r"(?:[ \t]++|\\\n)*+\)")


def command_reader(kind: str) -> Callable[[Lexer], Command]:
    """Give what reads the command that a token of this kind starts."""
    if kind == "function":
        return _read_function
    if kind == "coproc":
        return _read_coprocess
    return _read_compound if kind in COMPOUND else _read_simple


def _read_compound(lexer: Lexer) -> Command:
    reader = compounds.COMPOUNDS.get(lexer.peek().kind)
    if reader is None:
        raise lexer.unexpected(lexer.peek())
    lexer.cursor.deepen()
    command = reader(lexer)
    lexer.cursor.depth -= 1
    return command


def _read_function(lexer: Lexer) -> Function:
    """Read `function name …`, with or without parentheses."""
    start = lexer.take().start
    name = lexer.expect(WORD)
    if lexer.peek().kind == "(" and _CLOSED.match(lexer.cursor.text, lexer.cursor.at):
        lexer.take()
        lexer.take()
    return _read_body(lexer, start, name)


def _read_body(lexer: Lexer, start: int, name: Token) -> Function:
    lexer.skip_newlines()
    body = _read_compound(lexer)
    return Function(start, lexer.end, lexer.cursor.text[name.start : name.end], body)


def _read_coprocess(lexer: Lexer) -> Coprocess:
    start, name = lexer.take().start, None
    body: Command
    if lexer.peek().kind == WORD:
        name = lexer.take()
    if lexer.peek().kind in COMPOUND:
        body = _read_compound(lexer)
        text = lexer.cursor.text[name.start : name.end] if name else None
        return Coprocess(start, lexer.end, text, body)
    body = _read_simple(lexer, name)
    return Coprocess(start, lexer.end, None, body)


def _read_simple(lexer: Lexer, first: Token | None = None) -> Command:
    """Read a simple command, or the function definition that a word and `()` begin."""
    simple = _Simple()
    if first is not None:
        simple.add(lexer, first)
    while True:
        token = lexer.peek()
        if token.kind in (WORD, ASSIGNMENT):
            simple.add(lexer, lexer.take())
        elif starts_redirection(token.kind):
            simple.redirect(lexer)
        elif token.kind == "(" and simple.is_word() and first is None:
            return _read_definition(lexer, simple.words[0])
        else:
            break
    if simple.start is None:
        raise lexer.unexpected(lexer.peek())
    lexer.redirected = False
    lexer.cursor.count_command()
    return simple.node(lexer.end)


def _read_definition(lexer: Lexer, name: Word) -> Function:
    lexer.take()
    lexer.expect(")")
    return _read_body(lexer, name.start, Token(WORD, name.start, name.end, name))


class _Simple:
    """The elements of a simple command while they come in."""

    def __init__(self) -> None:
        self.start: int | None = None
        self.assignments: list[Assignment] = []
        self.words: list[Word] = []
        self.redirections: list[Redirection] = []

    def is_word(self) -> bool:
        """Tell whether there is one word and nothing else, which may name a function."""
        return len(self.words) == 1 and not self.assignments and not self.redirections

    def add(self, lexer: Lexer, token: Token) -> None:
        """Add a word or an assignment, just taken."""
        if self.start is None:
            self.start = token.start
        lexer.redirected = False
        node = token.node
        if isinstance(node, Word) and not self.words and self.redirections:
            node = _reread(lexer, node)
        if isinstance(node, Assignment):
            self.assignments.append(node)
        elif isinstance(node, Word):
            self.words.append(node)

    def redirect(self, lexer: Lexer) -> None:
        """Read a redirection; before the first word, assignments may still follow it."""
        if self.start is None:
            self.start = lexer.peek().start
            lexer.redirected = True
        self.redirections.append(read_redirection(lexer))

    def node(self, end: int) -> SimpleCommand:
        """Give the finished command."""
        return SimpleCommand(
            self.start or 0,
            end,
            tuple(self.assignments),
            tuple(self.words),
            tuple(self.redirections),
        )


def _reread(lexer: Lexer, word: Word) -> Word | Assignment:
    """Read again a word after a redirection: it may be an assignment to bash after all."""
    cursor, at = lexer.cursor, lexer.cursor.at
    cursor.at = word.start
    _, assignment = read_assignable(lexer)
    ended, cursor.at = cursor.at, at
    return assignment if assignment is not None and ended == word.end else word
