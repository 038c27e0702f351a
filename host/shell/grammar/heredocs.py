"""Here-documents: bodies that wait for the end of the line their redirection stands in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import attrs

from host.shell import reasons
from host.shell.grammar.cursor import NotShellError, PastBoundError
from host.shell.grammar.expansions import read_dollar
from host.shell.grammar.pairs import Scan
from host.shell.grammar.quotes import unjoined
from host.shell.grammar.substitutions import read_backquoted
from host.shell.limits import HEREDOCS_PER_LINE_MAX_COUNT
from host.shell.syntax import HereDocument, Text

if TYPE_CHECKING:
    from host.shell.grammar.cursor import Cursor
    from host.shell.syntax import Part, Redirection, Substitution, Word

_JOINED_LINE = re.compile(r"(?:[^\\\n]++|\\.)*+\n?", re.DOTALL)
_EXPANDED = re.compile(r"[$`]")
_LINE = re.compile(r"[^\n]*+\n?")
_SPECIAL = re.compile(r"[^\\$`]*+(?:\\.[^\\$`]*+)*+", re.DOTALL)


class Awaited(NamedTuple):
    """A here-document whose body was not read yet."""

    redirection: Redirection
    delimiter: str
    quoted: bool
    strips_tabs: bool


class Waiting:
    """The here-documents of a line that have no body yet.

    `in_substitution` says that a `)` ends the script: bash then takes a line that begins with the
    delimiter and holds a `)` for the end of the body, too.
    """

    def __init__(self, cursor: Cursor) -> None:
        self.cursor = cursor
        self.in_substitution = False
        self._awaited: list[Awaited] = []

    def add(self, redirection: Redirection) -> None:
        """Note that a `<<` or `<<-` was read."""
        target = redirection.target
        quoted = any(getattr(part, "quoted", False) for part in target.parts)
        delimiter = _delimiter(target, self.cursor.text)
        self._awaited.append(Awaited(redirection, delimiter, quoted, redirection.operator == "<<-"))
        if len(self._awaited) > HEREDOCS_PER_LINE_MAX_COUNT:
            unit = "here-documents in one line"
            raise PastBoundError(reasons.past_bound(HEREDOCS_PER_LINE_MAX_COUNT, unit))

    def gather(self) -> None:
        """Read the bodies, which begin at the cursor, in the order of their redirections."""
        awaited = [*self.cursor.overdue, *self._awaited]
        self.cursor.overdue, self._awaited = [], []
        for one in awaited:
            document = self._read(one)
            # The body stands lines after the redirection it completes, and no caller has seen
            # that yet: this is the one place where a node is finished after it was made.
            object.__setattr__(one.redirection, "document", document)

    def hand_over(self) -> None:
        """Leave the bodies to whoever reads the end of this line: the script ends before it."""
        self.cursor.overdue += self._awaited

    def _read(self, awaited: Awaited) -> HereDocument:
        cursor, lines = self.cursor, list[str]()
        start = end = cursor.at
        pattern = _LINE if awaited.quoted else _JOINED_LINE
        while cursor.at < cursor.end:
            end = cursor.at
            line = self._next_line(pattern, awaited)
            if self._is_last(line, awaited, end):
                break
            lines.append(line)
            end = cursor.at
        nested = () if awaited.quoted else _nested(cursor, start, end)
        body = "".join(lines)
        return HereDocument(start, end, awaited.delimiter, awaited.quoted, body, nested)

    def _next_line(self, pattern: re.Pattern[str], awaited: Awaited) -> str:
        cursor = self.cursor
        match = pattern.match(cursor.text, cursor.at, cursor.end)
        end = match.end() if match and match.group() else cursor.end
        line = cursor.text[cursor.at : end]
        cursor.at = end
        if not awaited.quoted:
            line = unjoined(line)
        return line.lstrip("\t") if awaited.strips_tabs else line

    def _is_last(self, line: str, awaited: Awaited, start: int) -> bool:
        if line.removesuffix("\n") == awaited.delimiter:
            return True
        if not self.in_substitution or not line.startswith(awaited.delimiter):
            return False
        if ")" not in line[len(awaited.delimiter) :]:
            return False
        text = self.cursor.text
        self.cursor.at = text.index(awaited.delimiter, start) + len(awaited.delimiter)
        return True


def _delimiter(word: Word, text: str) -> str:
    """Take off the quotes of the word: nothing in a delimiter is expanded."""
    return "".join(
        part.value if isinstance(part, Text) else text[part.start : part.end] for part in word.parts
    )


def _nested(cursor: Cursor, start: int, end: int) -> tuple[Substitution, ...]:
    """Read the scripts in an unquoted body, up to the first that is not closed in it."""
    if not _EXPANDED.search(cursor.text, start, end):
        return ()
    inner = cursor.inside(cursor.text, start, end)
    scan = Scan("", "", {})
    try:
        _scan_body(inner, scan)
    except PastBoundError:
        raise
    except NotShellError:
        pass
    return tuple(scan.nested)


def _scan_body(cursor: Cursor, scan: Scan) -> None:
    while True:
        plain = _SPECIAL.match(cursor.text, cursor.at, cursor.end)
        cursor.at = plain.end() if plain else cursor.at
        char = cursor.text[cursor.at : min(cursor.at + 1, cursor.end)]
        if char == "$":
            parts: list[Part] = []
            read_dollar(cursor, parts, quoted=True)
            scan.absorb(parts)
        elif char == "`":
            node = read_backquoted(cursor, quoted=False)
            scan.nested.append(attrs.evolve(node, quoted=True))
        else:
            return
