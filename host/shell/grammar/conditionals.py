"""`[[ … ]]`: its own small grammar, in which hardly any token is what it is elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.shell.grammar.keywords import bare_text
from host.shell.grammar.redirections import read_redirections
from host.shell.grammar.tokens import WORD
from host.shell.grammar.words import PATTERN, PLAIN, REGEX
from host.shell.syntax import Conditional, Text, Word

if TYPE_CHECKING:
    from host.shell.grammar.lexer import Lexer
    from host.shell.grammar.tokens import Token

_UNARY = frozenset(f"-{letter}" for letter in "abcdefghknoprstuvwxzGLNORS")
_PATTERN_OPERATORS = frozenset(["=", "==", "!="])
_COMPARISONS = ["-ef", "-eq", "-ge", "-gt", "-le", "-lt", "-ne", "-nt", "-ot"]
_BINARY = _PATTERN_OPERATORS | {"=~", "<", ">"} | frozenset(_COMPARISONS)
_TERM_ENDS = frozenset(["]]", "&&", "||", ")"])


def read_conditional(lexer: Lexer) -> Conditional:
    """Read the command whose `[[` is the next token."""
    start = lexer.take().start
    lexer.in_test = True
    test = _Test(lexer)
    test.read_expression()
    if test.token.kind != "]]":
        raise lexer.unexpected(test.token)
    lexer.in_test = False
    lexer.end = test.token.end
    lexer.last = "]]"
    redirections = read_redirections(lexer)
    return Conditional(start, lexer.end, tuple(test.words), redirections)


class _Test:
    """The expression of one `[[ … ]]`; `token` is the one behind the term that was read last."""

    def __init__(self, lexer: Lexer) -> None:
        self.lexer = lexer
        self.words: list[Word] = []
        self.token: Token = lexer.read()

    def read_expression(self) -> None:
        """Read terms joined by `&&` and `||`; the first token is read already."""
        self._read_term()
        while self.token.kind in ("&&", "||"):
            self._keep(self.token)
            self.token = self.lexer.read()
            self._read_term()

    def _read_term(self) -> None:
        self._skip_newlines()
        while self._text() == "!":
            self._keep(self.token)
            self._advance()
        if self.token.kind == "(":
            self._read_group()
        elif self.token.kind != WORD:
            raise self.lexer.unexpected(self.token)
        elif self._text() in _UNARY:
            self._keep(self.token)
            self._read_operand()
        else:
            self._read_binary()

    def _read_group(self) -> None:
        self.lexer.cursor.deepen()
        self._keep(self.token)
        self._advance()
        self.read_expression()
        if self.token.kind != ")":
            raise self.lexer.unexpected(self.token)
        self._keep(self.token)
        self._advance()
        self.lexer.cursor.depth -= 1

    def _read_binary(self) -> None:
        self._keep(self.token)
        self.token = self.lexer.read()
        if self.token.kind in _TERM_ENDS:
            return
        operator = self._text() if self.token.kind == WORD else self.token.kind
        if operator not in _BINARY:
            raise self.lexer.unexpected(self.token)
        self._keep(self.token)
        if operator == "=~":
            self.lexer.readers = REGEX
        elif operator in _PATTERN_OPERATORS:
            self.lexer.readers = PATTERN
        self._read_operand()

    def _read_operand(self) -> None:
        self.token = self.lexer.read()
        self.lexer.readers = PLAIN
        if self.token.kind != WORD:
            raise self.lexer.unexpected(self.token)
        self._keep(self.token)
        self._advance()

    def _advance(self) -> None:
        self.token = self.lexer.read()
        self._skip_newlines()

    def _skip_newlines(self) -> None:
        while self.token.kind == "\n":
            self.token = self.lexer.read()

    def _text(self) -> str | None:
        node = self.token.node
        return bare_text(node) if isinstance(node, Word) else None

    def _keep(self, token: Token) -> None:
        if isinstance(token.node, Word):
            self.words.append(token.node)
        else:
            text = Text(token.start, token.end, token.kind)
            self.words.append(Word(token.start, token.end, (text,)))
