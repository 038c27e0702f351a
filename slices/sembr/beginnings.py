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
    """Tell of a directive, an admonition, an attribute list, or what would be a fence if shorter."""
    return _OF_A_TOOL.match(line) is not None


def is_after_definition(gap: str) -> bool:
    """Tell whether the line before a paragraph is a definition, given what lies before its text.

    Parsers differ there in whether the next line begins a block or goes on with a paragraph.
    """
    *_, line, _own = ["", *gap.split("\n")]
    line = line.strip("> \t\r")
    return bool(line) and not line.startswith("[!")  # the title of an alert is no definition


def is_special(paragraph: str) -> bool:
    """Tell of a bar, a formula or a definition: a break could make a table or a link of it."""
    return bool(_SPECIAL.search(paragraph) or _DEFINES.match(paragraph))


def is_broken_table(paragraph: str) -> bool:
    """Tell of a row that divides a table's head from its body, in what was read as a paragraph.

    Parsers differ in whether that is a table, and so in what the rest of the text belongs to.
    """
    return _DELIMITERS.search(paragraph) is not None
