"""Every text of _template that a model or a person reads."""

from __future__ import annotations

from host.reasons import docs, door
from slices._template.limits import DETAIL_MAX_CHARACTERS

NAME = "_template"
DOCS = docs(NAME)
_DENIED = (
    "Denied by tidegate's _template slice: this command runs the example.",
    "Run `example --help` instead.",
    "Why: one sentence about what goes wrong otherwise.",
    DOCS,
)


def denied() -> str:
    """Say what was denied, what to do instead, and why."""
    return "\n".join(_DENIED)


def failed(kind: str, detail: str) -> str:
    """Say that the check failed in this way, so that the command is denied unchecked."""
    said = " ".join(detail.split())[:DETAIL_MAX_CHARACTERS]
    failure = f"{kind}: {said}" if said else kind
    return "\n".join(
        [
            f"tidegate's _template slice could not check this command ({failure}).",
            "The command looks like one that it denies, so it is denied; others run as usual.",
            door(NAME),
            DOCS,
        ]
    )
