"""Every text of sembr that a model or a person reads."""

from __future__ import annotations

from host.paths import ROOT
from host.reasons import door
from slices.sembr.limits import DETAIL_MAX_CHARACTERS

NAME = "sembr"
DOCS = f"Docs: {ROOT}/slices/sembr/README.md"


def rewrote(what: str, count: int) -> str:
    """Say in one line how many line breaks were added to what, and what that means later."""
    breaks = "1 line break" if count == 1 else f"{count} line breaks"
    return (
        f"tidegate's sembr slice added {breaks} to {what}, after sentences; nothing else changed."
        " Two sentences that you wrote on one line now stand on two."
    )


def message(program: str) -> str:
    """Name the text that a command hands to a program."""
    return f"the text for {program}"


def failed(kind: str, detail: str) -> str:
    """Say that the text was left as it was, since tidying it failed in this way."""
    said = " ".join(detail.split())[:DETAIL_MAX_CHARACTERS]
    failure = f"{kind}: {said}" if said else kind
    return "\n".join(
        [
            f"tidegate's sembr slice could not put sentences on lines of their own ({failure}).",
            "The text is written as you gave it. This is said once in a session.",
            door(NAME),
            DOCS,
        ]
    )
