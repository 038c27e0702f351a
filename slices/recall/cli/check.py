"""`tidegate note check`: finds notes that no longer do what they are for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from slices.recall import dangling
from slices.recall.cli import desk
from slices.recall.cli.desk import FINE, FOUND

if TYPE_CHECKING:
    import argparse

    from slices.recall.index import Index


def arguments(_parser: argparse.ArgumentParser) -> None:
    """Take no arguments of its own."""


def run(options: argparse.Namespace) -> int:
    """Print what was found; return 1 where there is anything."""
    with desk.index() as index:
        found = [*_expired(index), *_dangling(index), *_unreadable(index)]
    text = "\n".join(f"{one['kind']}: {one['text']}" for one in found) or "nothing was found"
    desk.say(found, text, options)
    return FOUND if found else FINE


def _expired(index: Index) -> list[dict[str, Any]]:
    return [
        _row("expired", note.source, f"{note.id} ended on {note.expires}", id=note.id)
        for note in index.notes()
        if note.expires is not None and note.expires < index.today and note.retired is None
    ]


def _dangling(index: Index) -> list[dict[str, Any]]:
    """Leave out notes that count no more: they may be tied to what is gone."""
    return [
        _row("dangling", note.source, f"{note.id} has no file at {anchor.text}", id=note.id)
        for note in index.notes()
        if note.counts_on(index.today)
        for anchor in note.anchors
        if dangling.is_dangling(anchor)
    ]


def _unreadable(index: Index) -> list[dict[str, Any]]:
    return [_row("unreadable", problem.file, str(problem)) for problem in index.problems()]


def _row(kind: str, file: str, text: str, **more: str) -> dict[str, Any]:
    return {"kind": kind, "file": file, "text": text, **more}
