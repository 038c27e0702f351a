"""A note as the index keeps it; anchors are kept as texts and read again from today's folder."""

from __future__ import annotations

import json
from datetime import date

from slices.recall import anchors
from slices.recall.folders import NoteFolder
from slices.recall.note import Anchor, Note

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
    days = {
        n: date.fromisoformat(d) if d else None for n, d in zip(_DAYS, kept["days"], strict=True)
    }
    read = (anchors.read(text, folder.root) for text in kept["anchors"])
    return Note(
        id=name.rpartition(".")[0],
        anchors=tuple(anchor for anchor in read if isinstance(anchor, Anchor)),
        source=f"{folder.path}/{name}",
        mine=folder.mine,
        **{n: kept[n] for n in _TEXTS},
        **days,
    )
