"""Every text of guard that a model or a person reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.paths import ROOT
from host.reasons import door
from slices.guard.limits import CALLS_NAMED_MAX, DETAIL_MAX_CHARACTERS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from slices.guard.calls import ReadCall

    Spell = Callable[[str, int | None, int | None], str]

NAME = "guard"
DOCS = f"Docs: {ROOT}/slices/guard/README.md"

_WHY = (
    "Why: a print puts the text into the context again each time, while a repeated read of"
    " unchanged lines can be answered with a short note."
)
_VALVE = (
    "If the answer is only such a note, and you can no longer see the text it means, print the"
    " file again: that print runs."
)


def denied(calls: Sequence[ReadCall], spell: Spell) -> str:
    """Say what was denied and which read calls do the same; `spell` writes one as the client does.

    At most `CALLS_NAMED_MAX` calls are named.
    """
    named = calls[:CALLS_NAMED_MAX]
    return "\n".join(
        [
            _what(calls),
            *(f"  {spell(c.file.path, c.offset, c.limit)}" for c in named),
            *_left_out(len(calls) - len(named)),
            *_in_parts(named),
            _WHY,
            _VALVE,
            DOCS,
        ]
    )


def failed(kind: str, detail: str, example: str) -> str:
    """Say that the check failed in this way, so that a print is denied unchecked.

    `example` is a read with an offset and a limit, as the client writes one.
    """
    said = " ".join(detail.split())[:DETAIL_MAX_CHARACTERS]
    failure = f"{kind}: {said}" if said else kind
    return "\n".join(
        [
            f"tidegate's guard slice could not check this command ({failure}).",
            "The command looks like it only prints a file, so it is denied; others run as usual.",
            f"Read the file instead, with an offset and a limit: {example}",
            door(NAME),
            DOCS,
        ]
    )


def _what(calls: Sequence[ReadCall]) -> str:
    if len(calls) == 1:
        return (
            f"Denied by tidegate's guard slice: this command only prints {calls[0].file.path}."
            " Make this call instead:"
        )
    return (
        "Denied by tidegate's guard slice: this command only prints files. Make these calls"
        " instead, in this order:"
    )


def _left_out(count: int) -> list[str]:
    return [f"  and {count} more, for the other files of the command"] if count else []


def _in_parts(calls: Sequence[ReadCall]) -> list[str]:
    """Name each file once that cannot be read at once."""
    paths = dict.fromkeys(c.file.path for c in calls if c.in_parts)
    return [
        f"{path} is over 256 KB and is read in parts: give an offset and a limit." for path in paths
    ]
