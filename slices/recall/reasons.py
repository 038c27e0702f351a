"""Every text of recall that a model or a person reads while tools are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.paths import ROOT
from host.reasons import door
from slices.recall.limits import DETAIL_MAX_CHARACTERS, NAMED_MAX

if TYPE_CHECKING:
    from collections.abc import Sequence

    from host.errors import Problem
    from slices.recall.note import Note

NAME = "recall"
DOCS = f"Docs: {ROOT}/slices/recall/README.md"
_NOTE = f"{ROOT}/bin/tidegate note"


def delivered(notes: Sequence[tuple[Note, str]], left: Sequence[Note], *, late: bool) -> str:
    """Give the notes, each with the file it is for, and name those that were left out."""
    parts = [frame(late=late), *(note(one, file) for one, file in notes)]
    return "\n\n".join([*parts, *_left_out(left)])


def frame(*, late: bool) -> str:
    """Say what the notes are: for a call that comes, or late for one that changed their files."""
    if late:
        return (
            "tidegate's recall slice, late: the call that just ran changed files that people have"
            " left notes for. Check the change against them:"
        )
    return "tidegate's recall slice: people have left notes for files that this call touches:"


def note(one: Note, file: str) -> str:
    """Give one note with its id, its file and its origin."""
    facts = [one.id, *_facts(one)]
    return f"Note {', '.join(facts)}, on {file}:\n{one.text.rstrip()}"


def ask(notes: Sequence[tuple[Note, str]]) -> str:
    """Tell the person why a write is put to them."""
    head = (
        "tidegate's recall slice asks you: this call writes a file that a stop note is anchored"
        " to, and the agent has been told the note."
    )
    parts = [note(one, file) for one, file in notes]
    last = f"To be asked no more, retire the note: {_NOTE} retire {notes[0][0].id}"
    return "\n\n".join([head, *parts, last, DOCS])


def problems(found: Sequence[Problem]) -> str:
    """Name the notes that cannot be read."""
    shown = [f"- {problem}" for problem in found[:NAMED_MAX]]
    more = len(found) - len(shown)
    lines = [*shown, f"- and {more} more"] if more > 0 else shown
    head = "tidegate's recall slice cannot use everything it has; the other notes count:"
    return "\n".join([head, *lines, f"To see all: {_NOTE} check"])


def failed(kind: str, detail: str) -> str:
    """Say that notes could not be looked up, and that the call names a file that may have some."""
    said = " ".join(detail.split())[:DETAIL_MAX_CHARACTERS]
    failure = f"{kind}: {said}" if said else kind
    return "\n".join(
        [
            f"tidegate's recall slice could not look up notes for this call ({failure}).",
            "The call holds the name of a file that has notes, so it is denied; others run.",
            f"Read the notes first: {_NOTE} list",
            door(NAME),
            DOCS,
        ]
    )


def _facts(one: Note) -> list[str]:
    facts = ["stop: the person decides about a write"] if one.severity == "stop" else []
    if one.author:
        facts.append(f"by {one.author}")
    if one.created is not None:
        facts.append(str(one.created))
    return facts


def _left_out(left: Sequence[Note]) -> list[str]:
    if not left:
        return []
    named = [one.id for one in left[:NAMED_MAX]]
    more = len(left) - len(named)
    rest = f" and {more} more" if more > 0 else ""
    said = f"Not shown, since it would not fit: {', '.join(named)}{rest}."
    return [f"{said} They come at the next touch; to read one now: {_NOTE} show {named[0]}"]
