"""Tokens from characters, one ahead, with the state that decides what a word is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from host.shell import reasons
from host.shell.grammar.assignments import read_assignable, read_declared, read_element
from host.shell.grammar.cursor import NotShellError
from host.shell.grammar.expansions import scan_arithmetic
from host.shell.grammar.heredocs import Waiting
from host.shell.grammar.keywords import bare_text, keyword, may_assign, may_start_command, word_kind
from host.shell.grammar.quotes import JOIN, unjoined
from host.shell.grammar.tokens import (
    ARITHMETIC_COMMAND,
    ARITHMETIC_FOR,
    ARM_ENDS,
    ASSIGNMENT,
    END,
    WORD,
    Token,
)
from host.shell.grammar.words import PLAIN, REGEX, read_word
from host.shell.syntax import Arithmetic

if TYPE_CHECKING:
    from collections.abc import Mapping

    from host.shell.grammar.cursor import Cursor
    from host.shell.grammar.words import Reader
    from host.shell.syntax import Word

_BLANKS = re.compile(r"(?:[ \t]++|\\\n)*+(#[^\n]*+)?")
_OPERATOR_STARTS = frozenset("|&;()<>")
_OPERATOR = re.compile(
    "|".join(
        [
            rf"<{JOIN}<(?:{JOIN}[-<])?",
            rf">{JOIN}[>&|]",
            rf"<{JOIN}[&>]",
            rf"[<>](?!{JOIN}\()",
            rf"&{JOIN}>(?:{JOIN}>)?",
            rf"&(?:{JOIN}&)?",
            rf";{JOIN};(?:{JOIN}&)?",
            rf";(?:{JOIN}&)?",
            rf"\|(?:{JOIN}[|&])?",
            r"[()]",
        ]
    )
)
_DOUBLE_OPEN = re.compile(rf"\({JOIN}(?=\()")


class Lexer:
    """The tokens of one script.

    `last` and `before` are the kinds of the two tokens before the next one. The flags are those of
    bash's parse.y: `in_patterns` (PST_CASEPAT), `in_case` (PST_CASESTMT), `declaring`
    (PST_ASSIGNOK), `redirected` (PST_REDIRLIST), `defining` (PST_ALLOWOPNBRC), `in_test`
    (PST_CONDEXPR), `in_array` (PST_COMPASSIGN), `expected_ins` and `expected_esacs`.
    """

    def __init__(self, cursor: Cursor, last: str = "\n") -> None:
        self.cursor = cursor
        self.waiting = Waiting(cursor)
        self.last = last
        self.before = END
        self.end = cursor.at
        self.readers: Mapping[str, Reader] = PLAIN
        self.in_patterns = self.in_case = self.declaring = self.redirected = False
        self.defining = self.in_test = self.in_array = False
        self.expected_ins = self.expected_esacs = 0
        self._next: Token | None = None

    def peek(self) -> Token:
        """Give the next token, left where it is."""
        if self._next is None:
            self._next = self.read()
        return self._next

    def take(self) -> Token:
        """Take the next token."""
        token = self._next or self.read()
        self._next = None
        self.before, self.last = self.last, token.kind
        self.end = token.end
        return token

    def expect(self, kind: str) -> Token:
        """Take a token that has to be of this kind."""
        if self.peek().kind != kind:
            raise self.unexpected(self.peek())
        return self.take()

    def skip_newlines(self) -> None:
        """Take the line breaks that stand here."""
        while self.peek().kind == "\n":
            self.take()

    def unexpected(self, token: Token) -> NotShellError:
        """Give the syntax error that a token makes."""
        return NotShellError(reasons.unexpected(self.cursor.text[token.start : token.end]))

    def read(self) -> Token:
        """Read a token from the characters; `last` and `before` stay as they are."""
        cursor = self.cursor
        blanks = _BLANKS.match(cursor.text, cursor.at, cursor.end)
        cursor.at = start = blanks.end() if blanks else cursor.at
        if start >= cursor.end:
            self.waiting.gather()
            return Token(END, start, start)
        char = cursor.text[start]
        if char == "\n":
            return self._read_line_end(start)
        if char in _OPERATOR_STARTS and self.readers is not REGEX:
            operator = _OPERATOR.match(cursor.text, start, cursor.end)
            if operator is not None:
                return self._read_operator(operator)
        if char == "-" and self.last in ("<&", ">&"):
            cursor.at = start + 1
            return Token("-", start, cursor.at)
        return self._read_word(start)

    def _read_line_end(self, start: int) -> Token:
        self.cursor.at = start + 1
        self.waiting.gather()
        self.declaring = False
        return Token("\n", start, start + 1)

    def _read_operator(self, match: re.Match[str]) -> Token:
        cursor, kind = self.cursor, unjoined(match.group())
        self.declaring = False
        if kind == "(" and _DOUBLE_OPEN.match(cursor.text, match.start(), cursor.end):
            token = self._read_double_parenthesis(match.start())
            if token is not None:
                return token
        cursor.at = match.end()
        if kind in ARM_ENDS:
            self.in_patterns = True
        elif kind == ")" and self.last == "(" and self.before == WORD:
            self.defining = True
        elif kind == ")":
            self.in_patterns = False
        return Token(kind, match.start(), match.end())

    def _read_double_parenthesis(self, start: int) -> Token | None:
        """Read `((…))` where one may stand; None where the parentheses are two of another kind."""
        if self.last != "for" and not may_start_command(self):
            return None
        cursor = self.cursor
        opened = _DOUBLE_OPEN.match(cursor.text, start, cursor.end)
        inner = opened.end() if opened else start + 1
        cursor.at = inner + 1
        scan = scan_arithmetic(cursor) if self._may_close_double(inner) else None
        if scan is None or not self._may_close_double(inner):
            self._check_two_opened(start, inner)
            return None
        cursor.at += 1
        text = unjoined(cursor.text[inner + 1 : cursor.at - 2])
        node = Arithmetic(start, cursor.at, text, nested=tuple(scan.nested))
        kind = ARITHMETIC_FOR if self.last == "for" else ARITHMETIC_COMMAND
        return Token(kind, start, cursor.at, node, scan.semicolons)

    def _may_close_double(self, inner: int) -> bool:
        """Tell whether two parentheses close at once; true while the inner one's end is unknown."""
        close = self.cursor.closers.get(inner)
        return close is None or self.cursor.text.startswith(")", close + 1, self.cursor.end)

    def _check_two_opened(self, start: int, inner: int) -> None:
        """Refuse the `((…)…` that bash does not read as two subshells."""
        cursor = self.cursor
        after = cursor.closers[inner] + 1
        if self.last == "for" or cursor.text.startswith("\n", after, cursor.end):
            raise NotShellError(reasons.unexpected(cursor.text[start:after]))

    def _read_word(self, start: int) -> Token:
        cursor, assignment = self.cursor, None
        cursor.count_word()
        if self.in_array:
            word = read_element(cursor)
        elif may_assign(self):
            word, assignment = read_assignable(self)
        elif self.declaring:
            word = read_declared(self)
        else:
            word = read_word(cursor, self.readers)
        if assignment is not None:
            return Token(ASSIGNMENT, start, cursor.at, assignment)
        return self._named(word)

    def _named(self, word: Word) -> Token:
        """Find the kind of a word; nothing but an operator ends one before its first character."""
        start, end = word.start, word.end
        if start == end:
            self.cursor.at = start + 1
            return Token(self.cursor.text[start], start, start + 1)
        text = bare_text(word)
        kind = keyword(self, text) if text is not None else None
        return Token(kind or word_kind(self, text), start, end, word)
