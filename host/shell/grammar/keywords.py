"""Which words are reserved where they stand, as bash's read_token_word decides it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from host.shell.grammar.tokens import (
    ARITHMETIC_FOR,
    ARM_ENDS,
    ASSIGNMENT,
    COMMAND_STARTS,
    DECLARATIONS,
    DESCRIPTOR,
    NUMBER,
    REDIRECTION_OPERATORS,
    RESERVED,
    TIME_STARTS,
    WORD,
)
from host.shell.syntax import Text

if TYPE_CHECKING:
    from host.shell.grammar.lexer import Lexer
    from host.shell.syntax import Word

_NAME_IN_BRACES = re.compile(r"\{[A-Za-z_]\w*+(?:\[.+\])?\}", re.ASCII | re.DOTALL)
_NAMING = frozenset(["for", "case", "select"])
_DIGITS = re.compile(r"[0-9]+\Z")


def bare_text(word: Word) -> str | None:
    """Give the text of a word without quotes or expansions, which may be reserved."""
    if len(word.parts) != 1:
        return None
    part = word.parts[0]
    return part.value if isinstance(part, Text) and not part.quoted else None


def may_start_command(lexer: Lexer) -> bool:
    """Tell whether a command, and so a reserved word, may stand here."""
    return lexer.last in COMMAND_STARTS or (
        lexer.last == WORD and lexer.before in ("coproc", "function")
    )


def may_assign(lexer: Lexer) -> bool:
    """Tell whether a word here may be an assignment."""
    return not lexer.in_patterns and _is_command_position(lexer)


def _is_command_position(lexer: Lexer) -> bool:
    return (
        lexer.last == ASSIGNMENT
        or (lexer.redirected and lexer.last not in REDIRECTION_OPERATORS)
        or (lexer.last not in ARM_ENDS and may_start_command(lexer))
    )


def keyword(lexer: Lexer, text: str) -> str | None:
    """Give the kind of a bare word that is reserved here, else None."""
    if lexer.in_test:
        return text if text == "]]" else None
    kind = _placed_keyword(lexer, text)
    if kind is not None:
        return kind
    if text not in RESERVED or not may_start_command(lexer):
        return None
    return text if _counts_here(lexer, text) else None


def _placed_keyword(lexer: Lexer, text: str) -> str | None:
    """Find a word reserved by the tokens right before them (special_case_tokens)."""
    defining, lexer.defining = lexer.defining, False
    if text == "in":
        return _expected_in(lexer)
    if text == "do":
        return _expected_do(lexer)
    if text == "esac" and lexer.expected_esacs and lexer.last == "in":
        lexer.expected_esacs -= 1
        lexer.in_patterns = False
        return text
    if text == "{" and (defining or lexer.last == ARITHMETIC_FOR):
        return text
    if (text == "-p" and lexer.last == "time") or (text == "--" and lexer.last in ("time", "-p")):
        return text
    return None


def _expected_in(lexer: Lexer) -> str | None:
    named = lexer.last == WORD and lexer.before in _NAMING
    if not named and not (lexer.expected_ins and lexer.last in (WORD, "\n")):
        return None
    if lexer.before == "case" if named else lexer.in_case:
        lexer.in_patterns = True
        lexer.expected_esacs += 1
    lexer.expected_ins = max(lexer.expected_ins - 1, 0)
    return "in"


def _expected_do(lexer: Lexer) -> str | None:
    named = lexer.last == WORD and lexer.before in ("for", "select")
    if named or (lexer.expected_ins and lexer.last in ("\n", ";")):
        lexer.expected_ins = max(lexer.expected_ins - 1, 0)
        return "do"
    return "do" if lexer.last == ARITHMETIC_FOR else None


def _counts_here(lexer: Lexer, text: str) -> bool:
    if text == "esac":
        return _ends_case(lexer)
    if lexer.in_patterns:
        return False
    if text == "time":
        return lexer.last in TIME_STARTS
    if text == "case":
        lexer.in_case = True
    return True


def _ends_case(lexer: Lexer) -> bool:
    if lexer.in_patterns and lexer.last in ("|", "("):
        return False
    lexer.in_patterns = lexer.in_case = False
    lexer.expected_esacs = max(lexer.expected_esacs - 1, 0)
    return True


def word_kind(lexer: Lexer, text: str | None) -> str:
    """Give the kind of a word that is not reserved, and note what it says of later ones."""
    cursor = lexer.cursor
    angle_follows = cursor.at < cursor.end and cursor.text[cursor.at] in "<>"
    if angle_follows and text and _NAME_IN_BRACES.fullmatch(text):
        return DESCRIPTOR
    if text and (angle_follows or lexer.last in ("<&", ">&")) and _DIGITS.match(text):
        return NUMBER
    if lexer.last in _NAMING:
        lexer.expected_ins += 1
    if text in DECLARATIONS and _is_command_position(lexer):
        lexer.declaring = True
    return WORD
