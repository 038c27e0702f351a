"""Assignments and arrays: `name=word`, `name[index]+=word`, `name=(words)`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from host.shell import reasons
from host.shell.grammar.cursor import NotShellError
from host.shell.grammar.expansions import SUBSTITUTING
from host.shell.grammar.pairs import Scan, read_pair
from host.shell.grammar.quotes import JOIN, unjoined
from host.shell.grammar.tokens import END, WORD
from host.shell.grammar.words import PLAIN, read_parts, read_word
from host.shell.syntax import Arithmetic, ArrayLiteral, Assignment, Text, Word

if TYPE_CHECKING:
    from host.shell.grammar.cursor import Cursor
    from host.shell.grammar.lexer import Lexer
    from host.shell.syntax import Part

_TARGET = re.compile(rf"([A-Za-z_]\w*+(?:\\\n\w*+)*+)(?:(\[)|(\+)?{JOIN}=)", re.ASCII)
_AFTER_INDEX = re.compile(rf"{JOIN}(\+)?{JOIN}=")
_DECLARED = re.compile(r"[A-Za-z_]\w*+(?:\[.*\])?\+?=", re.ASCII | re.DOTALL)
_OPEN = re.compile(rf"{JOIN}\(")


def read_assignable(lexer: Lexer) -> tuple[Word, Assignment | None]:
    """Read a word where assignments may stand, and the assignment if it is one."""
    cursor = lexer.cursor
    target = _TARGET.match(cursor.text, cursor.at, cursor.end)
    if target is None:
        start = cursor.at
        parts: list[Part] = []
        read_parts(cursor, parts)
        return Word(start, cursor.at, tuple(parts)), None
    if target[2]:
        return _read_indexed(lexer, target)
    cursor.at = target.end()
    name = unjoined(target[1])
    return _read_value(lexer, Assignment(target.start(), 0, name, None, None, bool(target[3])))


def _read_indexed(lexer: Lexer, target: re.Match[str]) -> tuple[Word, Assignment | None]:
    cursor, start = lexer.cursor, target.start()
    name = unjoined(target[1])
    cursor.at = target.end() - 1
    index = _read_index(cursor)
    equals = _AFTER_INDEX.match(cursor.text, cursor.at, cursor.end)
    if equals is None:
        parts: list[Part] = [Text(start, target.end() - 1, name), index]
        read_parts(cursor, parts)
        return Word(start, cursor.at, tuple(parts)), None
    cursor.at = equals.end()
    inside = index.text[1:-1]
    assignment = Assignment(start, 0, name, None, inside, bool(equals[1]), None, index.nested)
    return _read_value(lexer, assignment)


def _read_index(cursor: Cursor) -> Arithmetic:
    """Read `[…]`, which may hold blanks and operators."""
    start = cursor.at
    scan = Scan("[", "]", SUBSTITUTING, quoted=True)
    cursor.at += 1
    cursor.deepen()
    read_pair(cursor, scan)
    cursor.depth -= 1
    text = unjoined(cursor.text[start : cursor.at])
    return Arithmetic(start, cursor.at, text, nested=tuple(scan.nested))


def _read_value(lexer: Lexer, target: Assignment) -> tuple[Word, Assignment]:
    cursor = lexer.cursor
    start = cursor.at
    parts: list[Part] = []
    array = None
    if _OPEN.match(cursor.text, start, cursor.end):
        array = read_literal(lexer).words
    read_parts(cursor, parts)
    word = Word(start, cursor.at, tuple(parts))
    assignment = Assignment(
        target.start,
        cursor.at,
        target.name,
        None if array is not None else word,
        target.index,
        target.append,
        array,
        target.nested,
    )
    return word, assignment


def read_declared(lexer: Lexer) -> Word:
    """Read an argument of `declare` and its like: a word that may be `name=(…)`."""
    start = lexer.cursor.at

    def read_array(cursor: Cursor, parts: list[Part]) -> bool:
        if not _DECLARED.fullmatch(unjoined(cursor.text[start : cursor.at])):
            return False
        parts.append(read_literal(lexer))
        return True

    return read_word(lexer.cursor, {**PLAIN, "(": read_array})


def read_element(cursor: Cursor) -> Word:
    """Read a word of an array, which may begin with `[index]=`."""
    if not cursor.text.startswith("[", cursor.at, cursor.end):
        return read_word(cursor)
    start = cursor.at
    parts: list[Part] = [_read_index(cursor)]
    read_parts(cursor, parts)
    return Word(start, cursor.at, tuple(parts))


def read_literal(lexer: Lexer) -> ArrayLiteral:
    """Read `(words)`: nothing in it is reserved, and lines may break."""
    cursor = lexer.cursor
    start = cursor.at
    cursor.at = cursor.text.index("(", start) + 1
    state = lexer.last, lexer.in_array, lexer.expected_ins, lexer.expected_esacs
    lexer.last, lexer.in_array, lexer.expected_ins, lexer.expected_esacs = WORD, True, 0, 0
    cursor.deepen()
    words = _read_elements(lexer)
    cursor.depth -= 1
    lexer.last, lexer.in_array, lexer.expected_ins, lexer.expected_esacs = state
    return ArrayLiteral(start, cursor.at, words)


def _read_elements(lexer: Lexer) -> tuple[Word, ...]:
    words: list[Word] = []
    while True:
        token = lexer.read()
        if token.kind == ")":
            return tuple(words)
        if token.kind == END:
            raise NotShellError(reasons.unclosed("an array"))
        if token.kind == WORD and isinstance(token.node, Word):
            words.append(token.node)
        elif token.kind != "\n":
            raise lexer.unexpected(token)
