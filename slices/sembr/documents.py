"""Markdown files: what a write or an edit of one should hold instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from host.call import Rewrite
from host.files import read_bounded
from slices.sembr import mdx, reasons
from slices.sembr.breaks import apply, breaks
from slices.sembr.counts import proven
from slices.sembr.limits import EDITS_MAX, FILE_MAX_BYTES
from slices.sembr.lines import Style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from host.call import Edit, ToolCall
    from host.hook import Host
    from slices.sembr.lines import Break

_PROSE = (".md", ".markdown")
_MIXED = (".mdx",)


def rewrite(call: ToolCall, host: Host) -> Rewrite | None:
    """Return the call with one sentence on a line, None where there is nothing to do."""
    style = _style(call.path, host)
    if style is None or call.path is None:
        return None
    if call.content is not None:
        return _written(call, call.content, style, host)
    return _edited(call, style, host) if 0 < len(call.edits) <= EDITS_MAX else None


def _style(path: str | None, host: Host) -> Style | None:
    name = (path or "").lower()
    if not host.options.files or not name.endswith((*_PROSE, *_MIXED)):
        return None
    if name.endswith(_MIXED):
        return Style(host.options.unspaced, mdx.code)
    return Style(host.options.unspaced)


def _written(call: ToolCall, content: str, style: Style, host: Host) -> Rewrite | None:
    found = proven(breaks(content, style), host)
    if not found:
        return None
    return Rewrite(attrs.evolve(call, content=apply(content, found)), _note(call, len(found)))


def _edited(call: ToolCall, style: Style, host: Host) -> Rewrite | None:
    before = _text_of(call)
    if before is None or _after(before, call.edits) is None:
        return None
    now, edits, count = before, [], 0
    for edit in call.edits:
        found = proven(_found(now, edit, style), host)
        changed = attrs.evolve(edit, new=apply(edit.new, found))
        text = _after(now, (changed,))
        if text is None:  # a break of an earlier edit stands in the old text of this one
            return None
        now, count = text, count + len(found)
        edits.append(changed)
    if not count:
        return None
    return Rewrite(attrs.evolve(call, edits=tuple(edits)), _note(call, count))


def _found(text: str, edit: Edit, style: Style) -> tuple[Break, ...] | None:
    """Return the breaks of an edit's new text, judged in the file that the edit would leave.

    An edit of several places is left alone: what is right in one may be wrong in another.
    """
    if text.count(edit.old) != 1:
        return ()
    at = text.index(edit.old)
    result = text[:at] + edit.new + text[at + len(edit.old) :]
    found = breaks(result, style, [(at, at + len(edit.new))])
    if found is None:
        return None
    return tuple(attrs.evolve(one, start=one.start - at, end=one.end - at) for one in found)


def _after(text: str, edits: Sequence[Edit]) -> str | None:
    """Return the text after the edits, None where the client would refuse one of them."""
    for edit in edits:
        count = text.count(edit.old) if edit.old else 0
        if count == 0 or (count > 1 and not edit.everywhere):
            return None
        text = text.replace(edit.old, edit.new)
    return text


def _text_of(call: ToolCall) -> str | None:
    """Return the file's text with the line endings in which a client compares: newlines alone."""
    try:
        data = read_bounded(call.path or "", FILE_MAX_BYTES)
        text = None if data is None else data.decode("utf-8")
    except (OSError, ValueError):
        return None
    return None if text is None else text.replace("\r\n", "\n")


def _note(call: ToolCall, count: int) -> str:
    return reasons.rewrote(call.path or "", count)
