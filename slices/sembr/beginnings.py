"""What a line may begin with, so that a break begins no list, table or definition with it."""

from __future__ import annotations

import re

_BEGINS = re.compile(
    r"""
    (?! (?: \d+ | [^\W\d_] | [ivxlcdm]+ ) [.)] (?: \s | $ ) )  # a list's marker in some dialect
    (?! ``` | \[ [^\]]* \]: )                                   # a fence, a definition
    ["'\u201c\u2018\u201e\u2039«(¿¡「『《【]*
    (?: [*_]{1,2} (?! [*_\s] ) )?
    (?: \w | \[ | !\[ | ` )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_OF_A_TOOL = re.compile(r":|```|!!!|\?\?\?|===|\{|%|@|\$\$|\.\.[ ]")
_SPECIAL = re.compile(r"\||\\[\[(]|\\begin\{")
_DELIMITERS = re.compile(r"^[ \t>]*[-:|][-:| \t]*\|[-:| \t\r]*$", re.MULTILINE)
_DEFINES = re.compile(r"\[[^\]]*\]:")


def may_begin(text: str, start: int, end: int) -> bool:
    """Tell whether the rest of a line, from one place of a text to another, may be a line."""
    return _BEGINS.match(text, start, end) is not None


def is_of_a_tool(line: str) -> bool:
    """Tell of a directive, an admonition, an attribute list, or what looks like a fence."""
    return _OF_A_TOOL.match(line) is not None


def is_special(paragraph: str) -> bool:
    """Tell of a bar, a formula or a definition: a break could make a table or a link of it."""
    return bool(_SPECIAL.search(paragraph) or _DEFINES.match(paragraph))


def is_read_differently(gap: str, paragraph: str) -> bool:
    """Tell of a paragraph that leaves open what it and the rest of the text belong to.

    It follows a definition in `gap`, what lies before its text, without a blank line; or it holds a
    row that divides a table's head from its body. Parsers differ in what begins and ends there.
    """
    line = ["", *gap.split("\n")][-2]
    return bool("]:" in gap and line.strip("> \t\r")) or bool(_DELIMITERS.search(paragraph))
