"""Archives and downloads: which of their arguments are files, and in which folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from host.shell.paths import base
from host.shell.roles import Role, named, role

if TYPE_CHECKING:
    from collections.abc import Iterable

    from host.shell.command import Value
    from host.shell.options import Parsed
    from host.shell.roles import Around

_MODES = {"c": "write", "create": "write", "r": "write", "append": "write", "u": "write"}


def archived(parsed: Parsed, around: Around) -> Iterable[Role]:
    """`tar`: the archive, and when it is made the members, which `-C` places elsewhere."""
    del around
    operands = parsed.operands
    letters = {name for name, _ in parsed.options}
    archive: list[Value | str] = parsed.values("f", "file")
    first = operands[0].text if operands else None
    if not letters & {"c", "x", "t", "r", "u", "create", "extract", "list", "get"} and first:
        # The old style: `tar czf archive members`.
        letters = letters | set(first)
        taken = 2 if "f" in first else 1
        archive = list(operands[1:taken])
        operands = operands[taken:]
    makes = any(letter in _MODES for letter in letters)
    for value in archive:
        text = value if isinstance(value, str) else value.text
        if text != "-":
            yield role("write" if makes else "read", value, proven=parsed.sure)
    if not makes:
        return
    for value in operands:
        found = role("read", value, proven=parsed.sure)
        yield attrs.evolve(found, text=None) if letters & {"C", "directory", "cd"} else found


def downloaded(parsed: Parsed, around: Around) -> Iterable[Role]:
    """`curl`: `-o FILE`, `-O` (the address's last name), `-T FILE`, `-d @FILE`."""
    del around
    outputs = [v for v in parsed.values("o", "output") if v != "-"]
    placed = parsed.has("output-dir")
    for value in outputs:
        found = role("write", value)
        yield attrs.evolve(found, text=None) if placed else found
    if parsed.has("O", "remote-name", "remote-name-all"):
        for value in parsed.operands:
            yield Role("write", value, None if placed else _last_name(value))
    yield from named(parsed, {"T": "read", "upload-file": "read", "K": "read", "config": "read"})
    for value in parsed.values("d", "data", "data-binary", "data-urlencode", "json"):
        text = value if isinstance(value, str) else value.text
        if text is not None and text.startswith("@") and text != "@-":
            yield attrs.evolve(role("read", value), text=text[1:])


def _last_name(value: Value) -> str | None:
    text = (value.text or "").partition("?")[0].partition("#")[0]
    path = text.partition("://")[2] if "://" in text else text
    return base(path) if "/" in path and not path.endswith("/") else None


def fetched(parsed: Parsed, around: Around) -> Iterable[Role]:
    """`wget`: `-O FILE`, else the address's last name."""
    del around
    outputs = parsed.values("O", "output-document")
    for value in outputs:
        if (value if isinstance(value, str) else value.text) != "-":
            yield role("write", value)
    if not outputs and not parsed.has("P", "directory-prefix", "spider", "r", "i"):
        for value in parsed.operands:
            yield Role("write", value, _last_name(value), proven=False)
