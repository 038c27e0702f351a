"""Redirections: operator, descriptor, target."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from host.shell.grammar.tokens import DESCRIPTOR, NUMBER, REDIRECTION_OPERATORS, WORD
from host.shell.syntax import Redirection, Text, Word

if TYPE_CHECKING:
    from host.shell.grammar.lexer import Lexer
    from host.shell.grammar.tokens import Token
    from host.shell.syntax import RedirectionOperator

_STARTS = REDIRECTION_OPERATORS | {NUMBER, DESCRIPTOR}


def starts_redirection(kind: str) -> bool:
    """Tell whether a token of this kind begins a redirection."""
    return kind in _STARTS


def read_redirections(lexer: Lexer) -> tuple[Redirection, ...]:
    """Read the redirections after a compound command."""
    found = []
    while lexer.peek().kind in _STARTS:
        found.append(read_redirection(lexer))
    return tuple(found)


def read_redirection(lexer: Lexer) -> Redirection:
    """Read one redirection; a here-document's body follows at the end of the line."""
    first = lexer.take()
    descriptor, operator = None, first
    if first.kind in (NUMBER, DESCRIPTOR):
        descriptor = lexer.cursor.text[first.start : first.end]
        operator = lexer.take()
        if operator.kind not in REDIRECTION_OPERATORS or operator.kind.startswith("&"):
            raise lexer.unexpected(operator)
    target = _target(lexer, lexer.take(), duplicates=operator.kind in ("<&", ">&"))
    kind = cast("RedirectionOperator", operator.kind)
    redirection = Redirection(first.start, target.end, kind, descriptor, target)
    if kind in ("<<", "<<-"):
        lexer.waiting.add(redirection)
    return redirection


def _target(lexer: Lexer, token: Token, *, duplicates: bool) -> Word:
    if token.kind == WORD and isinstance(token.node, Word):
        return token.node
    if duplicates and token.kind == NUMBER and isinstance(token.node, Word):
        return token.node
    if duplicates and token.kind == "-":
        return Word(token.start, token.end, (Text(token.start, token.end, "-"),))
    raise lexer.unexpected(token)
