"""The inside of `${…}`: its prefix, its name and its operation."""

from __future__ import annotations

import re

_NAME = r"[A-Za-z_]\w*(?:\[(?:[^\[\]]++|\[[^\[\]]*+\])*+\])?|[0-9]+|[@*#?$!-]"
_LENGTH = re.compile(rf"#({_NAME})\Z", re.ASCII)
_INDIRECT = re.compile(rf"!({_NAME})", re.ASCII)
_PLAIN = re.compile(rf"({_NAME})", re.ASCII)


def split_parameter(text: str) -> tuple[str, str, str]:
    """Give prefix, name and operation; a text without a name is all operation."""
    if (length := _LENGTH.match(text)) is not None:
        return "#", length[1], ""
    if (indirect := _INDIRECT.match(text)) is not None:
        return "!", indirect[1], text[indirect.end() :]
    if (plain := _PLAIN.match(text)) is not None:
        return "", plain[1], text[plain.end() :]
    return "", "", text
