"""Turns what a command prints into the read calls that do the same work."""

from __future__ import annotations

import os.path
from typing import TYPE_CHECKING

from attrs import frozen

from slices.guard.limits import COUNT_MAX_BYTES, READ_MAX_BYTES, READ_WHOLE_MAX_BYTES
from slices.guard.lines import count_lines
from slices.guard.operands import File, is_folder, look
from slices.guard.parts import Enter
from slices.guard.verdict import Runs

if TYPE_CHECKING:
    from slices.guard.parts import Part, Print


@frozen
class ReadCall:
    """A read of `limit` lines from `offset` of a file; None for the start, and for no end."""

    file: File
    offset: int | None = None
    limit: int | None = None

    @property
    def in_parts(self) -> bool:
        """Tell whether the client would refuse this read as too large at once."""
        return self.limit is None and self.file.size > READ_WHOLE_MAX_BYTES


def read_calls(parts: tuple[Part, ...]) -> tuple[ReadCall, ...] | Runs:
    """Return one read call per printed file, in order, or why the command runs after all."""
    calls: list[ReadCall] = []
    bytes_left = COUNT_MAX_BYTES
    for part in parts:
        if isinstance(part, Enter):
            if not is_folder(part.folder):
                return Runs("unknown folder")
            continue
        call = _read_call(part, bytes_left)
        if isinstance(call, Runs):
            return call
        calls.append(call)
        if part.lines.last is not None:
            bytes_left -= min(call.file.size, bytes_left)
    return tuple(calls)


def _read_call(part: Print, bytes_left: int) -> ReadCall | Runs:
    file = look(part.path)
    if isinstance(file, Runs):
        return file
    if part.lines.last is None:
        return ReadCall(file, part.lines.offset, part.lines.limit)
    return _last_lines(file, part.lines.last, min(READ_MAX_BYTES, bytes_left))


def _last_lines(file: File, last: int, most_bytes: int) -> ReadCall | Runs:
    """Turn "the last lines" into an offset; with no line count the whole file is named."""
    if file.size > most_bytes:
        return ReadCall(file)
    lines = count_lines(file.real, most_bytes)
    if lines is None:
        return ReadCall(file) if os.path.isfile(file.real) else Runs("missing")  # noqa: PTH113
    if lines == 0:
        return Runs("empty")
    shown = min(last, lines)
    return ReadCall(file, offset=lines - shown + 1, limit=shown)
