"""What a dollar sign, a double quote or a backquote starts in a word."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from host.shell import reasons
from host.shell.grammar.cursor import NotShellError
from host.shell.grammar.pairs import Scan, read_pair
from host.shell.grammar.parameter_text import split_parameter
from host.shell.grammar.quotes import JOIN, read_ansi, read_single, unjoined
from host.shell.grammar.substitutions import read_backquoted, read_region
from host.shell.syntax import Arithmetic, Parameter, Substitution, Text

if TYPE_CHECKING:
    from host.shell.grammar.cursor import Cursor
    from host.shell.grammar.substitutions import Kind
    from host.shell.syntax import Part

_DOLLAR = re.compile(
    rf"\${JOIN}(?:([A-Za-z_]\w*+(?:\\\n\w*+)*+|[0-9@*#?$!-])|([({{\['\"]))", re.ASCII
)
_ANGLE = re.compile(rf"[<>]{JOIN}\(")
_DOUBLE_RUN = re.compile(r"(?:[^\"\\$`]++|\\.)++", re.DOTALL)
_DOUBLE_ESCAPE = re.compile(r"\\([$`\"\\]|\n)")


def read_dollar(cursor: Cursor, parts: list[Part], *, quoted: bool = False) -> bool:
    """Read whatever a `$` starts, or the `$` itself."""
    start = cursor.at
    match = _DOLLAR.match(cursor.text, start, cursor.end)
    if match is not None and match[1]:
        cursor.at = match.end()
        parts.append(Parameter(start, cursor.at, unjoined(match[1]), quoted=quoted))
    elif match is None or (quoted and match[2] in "'\""):
        cursor.at = start + 1
        parts.append(Text(start, cursor.at, "$", quoted))
    elif match[2] == '"':
        cursor.at = match.end() - 1
        read_double(cursor, parts)
    else:
        parts.append(_read_opened(cursor, match, quoted=quoted))
    return True


def _read_opened(cursor: Cursor, match: re.Match[str], *, quoted: bool) -> Part:
    start, opener = match.start(), match[2]
    cursor.at = match.end()
    if opener == "'":
        cursor.at -= 1
        return read_ansi(cursor, start)
    if opener == "{":
        return _read_braced(cursor, start, quoted=quoted)
    if opener == "[":
        return _read_bracketed(cursor, start, quoted=quoted)
    return read_opened_script(cursor, start, "command", quoted=quoted)


def _read_braced(cursor: Cursor, start: int, *, quoted: bool) -> Parameter:
    begin = cursor.at
    scan = Scan("{", "}", SUBSTITUTING, quoted=quoted, nests=False)
    cursor.deepen()
    read_pair(cursor, scan)
    cursor.depth -= 1
    prefix, name, operation = split_parameter(unjoined(cursor.text[begin : cursor.at - 1]))
    return Parameter(start, cursor.at, name, operation, prefix, quoted, tuple(scan.nested))


def _read_bracketed(cursor: Cursor, start: int, *, quoted: bool) -> Arithmetic:
    begin = cursor.at
    scan = Scan("[", "]", ARITHMETIC, quoted=True)
    cursor.deepen()
    read_pair(cursor, scan)
    cursor.depth -= 1
    text = unjoined(cursor.text[begin : cursor.at - 1])
    return Arithmetic(start, cursor.at, text, quoted, tuple(scan.nested))


def read_opened_script(
    cursor: Cursor, start: int, kind: Kind, *, quoted: bool
) -> Substitution | Arithmetic:
    """Read `$(…)`, `$((…))`, `<(…)` or `>(…)` from behind its first parenthesis."""
    known = cursor.recall(start, quoted=quoted)
    if known is not None:
        return known
    node: Substitution | Arithmetic
    if cursor.text.startswith("(", cursor.at, cursor.end):
        node = _read_double_opened(cursor, start, kind, quoted=quoted)
    else:
        cursor.deepen()
        body = cursor.grammar.substituted(cursor)
        cursor.depth -= 1
        node = Substitution(start, cursor.at, kind, body, quoted)
    cursor.remember(node)
    return node


def _read_double_opened(
    cursor: Cursor, start: int, kind: Kind, *, quoted: bool
) -> Substitution | Arithmetic:
    begin = cursor.at
    scan = scan_arithmetic(cursor)
    close, inner_close = cursor.closers[begin - 1], cursor.closers[begin]
    if kind == "command" and inner_close == close - 1:
        text = unjoined(cursor.text[begin + 1 : inner_close])
        return Arithmetic(start, cursor.at, text, quoted, tuple(scan.nested))
    cursor.at = begin
    return read_region(cursor, start, close, kind, quoted=quoted)


def _read_backquotes(cursor: Cursor, *, quoted: bool) -> Substitution | Arithmetic:
    known = cursor.recall(cursor.at, quoted=quoted)
    if known is not None:
        return known
    node = read_backquoted(cursor, quoted=quoted)
    cursor.remember(node)
    return node


def scan_arithmetic(cursor: Cursor) -> Scan:
    """Move behind the `)` that closes the `(` before the cursor, as arithmetic is read."""
    scan = Scan("(", ")", ARITHMETIC, quoted=True, closers=cursor.closers)
    cursor.deepen()
    read_pair(cursor, scan)
    cursor.depth -= 1
    return scan


def read_double(cursor: Cursor, parts: list[Part]) -> bool:
    """Read `"…"`: text and expansions, all of them quoted, and at least one part."""
    count, start = len(parts), cursor.at + 1
    cursor.at = start
    while True:
        run = _DOUBLE_RUN.match(cursor.text, cursor.at, cursor.end)
        if run is not None:
            parts.append(Text(cursor.at, run.end(), _double_value(run.group()), quoted=True))
            cursor.at = run.end()
        char = cursor.text[cursor.at : min(cursor.at + 1, cursor.end)]
        if char == "$":
            read_dollar(cursor, parts, quoted=True)
        elif char == "`":
            parts.append(_read_backquotes(cursor, quoted=True))
        elif char == '"':
            break
        else:
            raise NotShellError(reasons.unclosed("a double quote"))
    if len(parts) == count:
        parts.append(Text(start, start, "", quoted=True))
    cursor.at += 1
    return True


def _double_value(text: str) -> str:
    return _DOUBLE_ESCAPE.sub(_kept, text) if "\\" in text else text


def _kept(match: re.Match[str]) -> str:
    return "" if match[1] == "\n" else match[1]


def read_backquote(cursor: Cursor, parts: list[Part]) -> bool:
    """Read a backquoted script outside double quotes."""
    parts.append(_read_backquotes(cursor, quoted=False))
    return True


def read_angle(cursor: Cursor, parts: list[Part]) -> bool:
    """Read a process substitution; any other `<` or `>` ends the word."""
    start = cursor.at
    match = _ANGLE.match(cursor.text, start, cursor.end)
    if match is None:
        return False
    cursor.at = match.end()
    kind: Kind = "input" if cursor.text[start] == "<" else "output"
    parts.append(read_opened_script(cursor, start, kind, quoted=False))
    return True


def _step_escape(cursor: Cursor, _: Scan) -> None:
    cursor.at += 2


def _step_single(cursor: Cursor, _: Scan) -> None:
    read_single(cursor, [])


def _step_double(cursor: Cursor, scan: Scan) -> None:
    parts: list[Part] = []
    read_double(cursor, parts)
    scan.absorb(parts)


def _step_backquote(cursor: Cursor, scan: Scan) -> None:
    scan.absorb((_read_backquotes(cursor, quoted=scan.quoted),))


def _step_dollar(cursor: Cursor, scan: Scan, openers: str) -> None:
    match = _DOLLAR.match(cursor.text, cursor.at, cursor.end)
    if match is None or (match[2] and match[2] not in openers):
        cursor.at += 1
        return
    if match[1]:
        cursor.at = match.end()
        return
    scan.absorb((_read_opened(cursor, match, quoted=scan.quoted),))


def _step_any_dollar(cursor: Cursor, scan: Scan) -> None:
    _step_dollar(cursor, scan, "'({[")


def _step_script_dollar(cursor: Cursor, scan: Scan) -> None:
    _step_dollar(cursor, scan, "'(")


def _step_quote_dollar(cursor: Cursor, scan: Scan) -> None:
    _step_dollar(cursor, scan, "'")


def _step_angle(cursor: Cursor, scan: Scan) -> None:
    parts: list[Part] = []
    if read_angle(cursor, parts):
        scan.absorb(parts)
    else:
        cursor.at += 1 + (cursor.text[cursor.at + 1 : cursor.at + 2] in ("<", ">"))


QUOTING = {
    "\\": _step_escape,
    "'": _step_single,
    '"': _step_double,
    "`": _step_backquote,
    "$": _step_quote_dollar,
}
"""In the groups of a pattern or a regular expression: only quotes count."""

ARITHMETIC = {**QUOTING, "$": _step_script_dollar}
"""In arithmetic: `$(` is read as a script."""

SUBSTITUTING = {**QUOTING, "$": _step_any_dollar, "<": _step_angle, ">": _step_angle}
"""In `${…}` and in a subscript: every substitution is read."""
