"""Quoting that holds no expansions: a backslash, single quotes and `$'…'`."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

from host.shell import reasons
from host.shell.grammar.cursor import NotShellError
from host.shell.syntax import Text

if TYPE_CHECKING:
    from host.shell.grammar.cursor import Cursor
    from host.shell.syntax import Part

JOIN = r"(?:\\\n)*+"
"""Backslash-newline pairs, which the shell takes out of everything but single quotes."""

_ANSI_BODY = re.compile(r"(?:[^'\\]++|\\.)*+", re.DOTALL)
_ANSI_ESCAPE = re.compile(
    r"""\\(?:
      (?P<octal>[0-7]{1,3}) | x\{(?P<braced>[0-9a-fA-F]+)\}? | x(?P<hex>[0-9a-fA-F]{1,2})
    | u(?P<short>[0-9a-fA-F]{1,4}) | U(?P<long>[0-9a-fA-F]{1,8})
    | c(?P<control>\\\\|.) | (?P<plain>.)
    )""",
    re.DOTALL | re.VERBOSE,
)
_ANSI_PLAIN = dict(zip("ntrabfveE\\'\"?", "\n\t\r\a\b\f\v\x1b\x1b\\'\"?", strict=True))
_BYTES = re.compile("[\udc80-\udcff]+")
_ASCII_END = 0x80
_BYTE_AS_SURROGATE = 0xDC00
_SIX_BYTES_LAST = 0x7FFFFFFF


def unjoined(text: str) -> str:
    """Give the text without its backslash-newline pairs."""
    return text.replace("\\\n", "") if "\\" in text else text


def read_escape(cursor: Cursor, parts: list[Part]) -> bool:
    """Read a backslash and the character it quotes; alone at the end it stands for itself."""
    at = cursor.at
    cursor.at = min(at + 2, cursor.end)
    value = cursor.text[at + 1 : cursor.at] or "\\"
    parts.append(Text(at, cursor.at, value, quoted=True))
    return True


def read_single(cursor: Cursor, parts: list[Part]) -> bool:
    """Read `'…'`, in which every character stands for itself."""
    at = cursor.at
    close = cursor.text.find("'", at + 1, cursor.end)
    if close < 0:
        raise NotShellError(reasons.unclosed("a single quote"))
    cursor.at = close + 1
    parts.append(Text(at, cursor.at, cursor.text[at + 1 : close], quoted=True))
    return True


def read_ansi(cursor: Cursor, start: int) -> Text:
    """Read `$'…'`; `start` is where the dollar stands, and the cursor is at the quote."""
    body = _ANSI_BODY.match(cursor.text, cursor.at + 1, cursor.end)
    if body is None or not cursor.text.startswith("'", body.end(), cursor.end):
        raise NotShellError(reasons.unclosed("a $' quote"))
    cursor.at = body.end() + 1
    return Text(start, cursor.at, ansi_value(body.group()), quoted=True)


def ansi_value(body: str) -> str:
    """Decode the inside of `$'…'`; a NUL ends it, and bytes are read as UTF-8."""
    if "\\" not in body:
        return body
    value = _ANSI_ESCAPE.sub(_unescaped, body).partition("\0")[0]
    return _BYTES.sub(_decoded, value)


def _unescaped(match: re.Match[str]) -> str:
    kind, digits = match.lastgroup, match[match.lastgroup or 0]
    if kind == "plain":
        return _ANSI_PLAIN.get(digits, match.group())
    if kind == "control":
        return "\x7f" if digits == "?" else chr(ord(digits[0]) & 0x1F)
    if kind == "octal":
        return _byte(int(digits, 8))
    if kind in ("hex", "braced"):
        return _byte(int(digits, 16))
    return _character(int(digits, 16))


def _byte(value: int) -> str:
    value &= 0xFF
    return chr(value) if value < _ASCII_END else chr(_BYTE_AS_SURROGATE + value)


def _character(value: int) -> str:
    """Give a code point; one that UTF-8 has no form for becomes the bytes bash writes."""
    if value <= sys.maxunicode:
        encoded = chr(value).encode("utf-8", "surrogatepass")
    else:
        encoded = _beyond_unicode(value)
    return encoded.decode("utf-8", "surrogateescape")


def _beyond_unicode(value: int) -> bytes:
    """Encode as UTF-8 did when it had up to six bytes (u32toutf8 in bash's unicode.c)."""
    if value > _SIX_BYTES_LAST:
        return b""
    size = next(size for size in (4, 5, 6) if value < 1 << (5 * size + 1))
    lead = (0xFF00 >> size) & 0xFF | value >> 6 * (size - 1)
    return bytes([lead, *(0x80 | value >> 6 * at & 0x3F for at in reversed(range(size - 1)))])


def _decoded(match: re.Match[str]) -> str:
    return match.group().encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
