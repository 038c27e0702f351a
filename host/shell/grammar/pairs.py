"""Text up to the bracket or brace that closes it, as bash's parse_matched_pair reads it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import define, field

from host.shell import reasons
from host.shell.grammar.cursor import NotShellError
from host.shell.syntax import Substitution, Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from host.shell.grammar.cursor import Cursor
    from host.shell.syntax import Part

    Step = Callable[[Cursor, "Scan"], None]

_RUN = re.compile(r"[^\\'\"`$<>()\[\]{};]++")


@define
class Scan:
    """What one bracketed text is like, and what was found in it.

    `steps` reads what starts with a character that is not plain. `nests` says whether the opening
    character opens another level. `closers`, where given, takes the position of each opening
    character's closing one.
    """

    opening: str
    closing: str
    steps: Mapping[str, Step]
    quoted: bool = False
    nests: bool = True
    closers: dict[int, int] | None = None
    nested: list[Substitution] = field(factory=list)
    semicolons: int = 0
    open_at: list[int] = field(factory=list)

    def absorb(self, parts: Iterable[Part]) -> None:
        """Keep the substitutions among the parts and inside them."""
        for part in parts:
            if isinstance(part, Substitution):
                self.nested.append(part)
            elif not isinstance(part, Text):
                self.nested.extend(part.nested)


def read_pair(cursor: Cursor, scan: Scan) -> None:
    """Move behind the closing character; the cursor stands behind the opening one."""
    scan.open_at.append(cursor.at - 1)
    while scan.open_at:
        run = _RUN.match(cursor.text, cursor.at, cursor.end)
        if run is not None:
            cursor.at = run.end()
        if cursor.at >= cursor.end:
            raise NotShellError(reasons.unclosed(repr(scan.opening)))
        _read_special(cursor, scan)


def _read_special(cursor: Cursor, scan: Scan) -> None:
    char = cursor.text[cursor.at]
    if char == scan.closing:
        opened_at = scan.open_at.pop()
        if scan.closers is not None:
            scan.closers[opened_at] = cursor.at
        cursor.at += 1
    elif char == scan.opening and scan.nests:
        scan.open_at.append(cursor.at)
        cursor.at += 1
    else:
        scan.steps.get(char, _pass)(cursor, scan)


def _pass(cursor: Cursor, scan: Scan) -> None:
    scan.semicolons += cursor.text[cursor.at] == ";"
    cursor.at += 1
