"""Compound commands but `[[`: groups, branches, loops and `case`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from host.shell import reasons
from host.shell.grammar.conditionals import read_conditional
from host.shell.grammar.cursor import NotShellError
from host.shell.grammar.redirections import read_redirections
from host.shell.grammar.tokens import ARITHMETIC_COMMAND, ARITHMETIC_FOR, ARM_ENDS, WORD
from host.shell.syntax import (
    Arithmetic,
    ArithmeticCommand,
    ArithmeticFor,
    Case,
    CaseArm,
    For,
    Group,
    If,
    Loop,
    Subshell,
    Word,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from host.shell.grammar.lexer import Lexer
    from host.shell.syntax import Command, ListItem, Substitution

    Items = tuple[ListItem, ...]

_SEMICOLONS_COUNT = 2


def _read_list(lexer: Lexer) -> Items:
    return lexer.cursor.grammar.compound_list(lexer)


def _read_subshell(lexer: Lexer) -> Subshell:
    start = lexer.take().start
    body = _read_list(lexer)
    lexer.expect(")")
    redirections = read_redirections(lexer)
    return Subshell(start, lexer.end, body, redirections)


def _read_group(lexer: Lexer) -> Group:
    start = lexer.peek().start
    body = _read_braces(lexer)
    redirections = read_redirections(lexer)
    return Group(start, lexer.end, body, redirections)


def _read_braces(lexer: Lexer) -> Items:
    lexer.expect("{")
    body = _read_list(lexer)
    lexer.expect("}")
    return body


def _read_if(lexer: Lexer) -> If:
    start = lexer.peek().start
    branches: list[tuple[Items, Items]] = []
    otherwise = None
    while not branches or lexer.peek().kind == "elif":
        lexer.take()
        condition = _read_list(lexer)
        lexer.expect("then")
        branches.append((condition, _read_list(lexer)))
    if lexer.peek().kind == "else":
        lexer.take()
        otherwise = _read_list(lexer)
    lexer.expect("fi")
    redirections = read_redirections(lexer)
    return If(start, lexer.end, tuple(branches), otherwise, redirections)


def _read_loop(lexer: Lexer) -> Loop:
    opening = lexer.take()
    condition = _read_list(lexer)
    body = _read_do(lexer)
    redirections = read_redirections(lexer)
    kind = cast("Literal['while', 'until']", opening.kind)
    return Loop(opening.start, lexer.end, kind, condition, body, redirections)


def _read_do(lexer: Lexer) -> Items:
    lexer.expect("do")
    body = _read_list(lexer)
    lexer.expect("done")
    return body


def _read_do_or_braces(lexer: Lexer) -> Items:
    return _read_braces(lexer) if lexer.peek().kind == "{" else _read_do(lexer)


def _read_for(lexer: Lexer) -> For | ArithmeticFor:
    opening = lexer.take()
    if lexer.peek().kind == ARITHMETIC_FOR:
        return _read_arithmetic_for(lexer, opening.start)
    name = lexer.expect(WORD)
    words = _read_for_words(lexer)
    body = _read_do_or_braces(lexer)
    redirections = read_redirections(lexer)
    kind = cast("Literal['for', 'select']", opening.kind)
    text = lexer.cursor.text[name.start : name.end]
    return For(opening.start, lexer.end, kind, text, words, body, redirections)


def _read_for_words(lexer: Lexer) -> tuple[Word, ...] | None:
    """Read the words after `in` and the line breaks before the body; None without `in`."""
    if lexer.peek().kind == ";":
        lexer.take()
        lexer.skip_newlines()
        return None
    lexer.skip_newlines()
    if lexer.peek().kind != "in":
        return None
    lexer.take()
    words = []
    while isinstance(node := lexer.peek().node, Word) and lexer.peek().kind == WORD:
        words.append(node)
        lexer.take()
    if lexer.peek().kind not in (";", "\n"):
        raise lexer.unexpected(lexer.peek())
    lexer.take()
    lexer.skip_newlines()
    return tuple(words)


def _read_arithmetic_for(lexer: Lexer, start: int) -> ArithmeticFor:
    token = lexer.take()
    if token.semicolons != _SEMICOLONS_COUNT:
        raise NotShellError(reasons.arithmetic_parts())
    if lexer.peek().kind in (";", "\n"):
        lexer.take()
        lexer.skip_newlines()
    body = _read_do_or_braces(lexer)
    redirections = read_redirections(lexer)
    text, nested = _arithmetic(token.node)
    return ArithmeticFor(start, lexer.end, text, body, nested, redirections)


def _read_arithmetic(lexer: Lexer) -> ArithmeticCommand:
    token = lexer.take()
    redirections = read_redirections(lexer)
    text, nested = _arithmetic(token.node)
    return ArithmeticCommand(token.start, lexer.end, text, nested, redirections)


def _arithmetic(node: object) -> tuple[str, tuple[Substitution, ...]]:
    return (node.text, node.nested) if isinstance(node, Arithmetic) else ("", ())


def _read_case(lexer: Lexer) -> Case:
    start = lexer.take().start
    subject = lexer.expect(WORD).node
    lexer.skip_newlines()
    lexer.expect("in")
    lexer.skip_newlines()
    arms = []
    while lexer.peek().kind != "esac":
        arms.append(_read_arm(lexer))
        lexer.skip_newlines()
    lexer.take()
    redirections = read_redirections(lexer)
    return Case(start, lexer.end, cast("Word", subject), tuple(arms), redirections)


def _read_arm(lexer: Lexer) -> CaseArm:
    if lexer.peek().kind == "(":
        lexer.take()
    patterns = [cast("Word", lexer.expect(WORD).node)]
    while lexer.peek().kind == "|":
        lexer.take()
        patterns.append(cast("Word", lexer.expect(WORD).node))
    lexer.expect(")")
    lexer.skip_newlines()
    body = () if lexer.peek().kind in ARM_ENDS | {"esac"} else _read_list(lexer)
    terminator = _read_arm_end(lexer)
    return CaseArm(tuple(patterns), body, terminator)


def _read_arm_end(lexer: Lexer) -> Literal[";;", ";&", ";;&"]:
    """Read the terminator; the last arm may do without one."""
    if lexer.peek().kind in ARM_ENDS:
        return cast("Literal[';;', ';&', ';;&']", lexer.take().kind)
    if lexer.peek().kind != "esac":
        raise lexer.unexpected(lexer.peek())
    return ";;"


COMPOUNDS: Mapping[str, Callable[[Lexer], Command]] = {
    "(": _read_subshell,
    "{": _read_group,
    "if": _read_if,
    "while": _read_loop,
    "until": _read_loop,
    "for": _read_for,
    "select": _read_for,
    "case": _read_case,
    ARITHMETIC_COMMAND: _read_arithmetic,
    "[[": read_conditional,
}
"""What reads a compound command, by the token it starts with."""
