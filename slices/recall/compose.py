"""Which of the notes that are due fit into one answer, and which are only named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from host.merge import units
from slices.recall import reasons
from slices.recall.limits import NOTES_MAX_CHARACTERS, NOTES_PER_ANSWER_MAX

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from slices.recall.due import Due


@frozen
class Answer:
    """The notes to tell, those that were due and did not fit, in order."""

    told: tuple[Due, ...] = ()
    left: tuple[Due, ...] = ()


def choose(due: Iterable[Due], claim: Callable[[Due], bool]) -> Answer:
    """Take the notes that fit, in order, and claim each of them; what does not fit is left.

    A smaller note behind one that is too long still fits. What cannot be claimed was told by
    another process meanwhile, and is neither told nor left.
    """
    told: list[Due] = []
    left: list[Due] = []
    room = NOTES_MAX_CHARACTERS - units(reasons.frame(late=True))
    for one in due:
        size = units(reasons.note(one.note, one.file)) + units("\n\n")
        if len(told) >= NOTES_PER_ANSWER_MAX or size > room:
            left.append(one)
        elif claim(one):
            told.append(one)
            room -= size
    return Answer(tuple(told), tuple(left))


def text(answer: Answer, *, late: bool) -> str:
    """Return what the model is told, or "" for nothing."""
    if not answer.told and not answer.left:
        return ""
    notes = [(one.note, one.file) for one in answer.told]
    return reasons.delivered(notes, [one.note for one in answer.left], late=late)
