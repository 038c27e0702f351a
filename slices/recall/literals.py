"""Finds the string literals of a one-line program: the paths that its code spells out."""

from __future__ import annotations

import re
from itertools import pairwise

_LITERAL = re.compile(r"'([^'\\\n]+)'|\"([^\"\\\n]+)\"")
_INTERPRETERS = re.compile(r"(python[\d.]*|pypy3?|perl|ruby|node|php|lua)")
_CODE_OPTIONS = re.compile(r"-[a-zA-Z]*[cerp]|--eval|--print")


def literals(words: tuple[str | None, ...]) -> tuple[str, ...]:
    """Return the whole string literals of the code that an interpreter gets as an argument.

    `words` are the command's arguments, the program first; None stands for an uncertain one. A
    literal with an escape in it is left out: it is not the text that the program would see.
    """
    program = (words[0] or "").rpartition("/")[2] if words else ""
    if not _INTERPRETERS.fullmatch(program):
        return ()
    pairs = pairwise(words[1:])
    codes = [code for option, code in pairs if code and _CODE_OPTIONS.fullmatch(option or "")]
    found = (one or other for code in codes for one, other in _LITERAL.findall(code))
    return tuple(dict.fromkeys(found))
