"""What the index keeps of a note's file; anchors are kept as texts and read again each time."""

from __future__ import annotations

import json
from datetime import date
from typing import TYPE_CHECKING, Any

from host.errors import Problem
from slices.recall import anchors, notefile, rules
from slices.recall.note import Anchor, Note

if TYPE_CHECKING:
    from collections.abc import Iterable

    from slices.recall.folders import NoteFolder

_DAYS = ("created", "expires", "retired")
_TEXTS = ("text", "author", "session", "severity")


def to_json(note: Note) -> str:
    """Return the note as one text."""
    kept: dict[str, object] = {name: getattr(note, name) for name in _TEXTS}
    kept["days"] = [str(getattr(note, name) or "") for name in _DAYS]
    kept["anchors"] = [anchor.text for anchor in note.anchors]
    return json.dumps(kept)


def from_json(value: str, folder: NoteFolder, name: str) -> Note:
    """Return the note of the file `name` in a folder."""
    kept = json.loads(value)
    pairs = zip(_DAYS, kept["days"], strict=True)
    fields: dict[str, Any] = {day: date.fromisoformat(at) if at else None for day, at in pairs}
    read = (anchors.read(text, folder.root) for text in kept["anchors"])
    return Note(
        id=rules.note_id(name) if folder.rules else name.removesuffix(notefile.SUFFIX),
        anchors=tuple(anchor for anchor in read if isinstance(anchor, Anchor)),
        source=f"{folder.path}/{name}",
        mine=folder.mine,
        **{text: kept[text] for text in _TEXTS},
        **fields,
    )


def problems_to_json(problems: Iterable[Problem]) -> str | None:
    """Return a file's problems as one text, None where there are none."""
    told = [(p.at, p.expected, p.got, p.near) for p in problems]
    return json.dumps(told) if told else None


def problems_from_json(value: str, file: str) -> list[Problem]:
    """Return the problems of a file."""
    return [Problem(file, *kept) for kept in json.loads(value)]
