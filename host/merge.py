"""From what the slices said to one decision, and to texts that fit what a client delivers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host import reasons
from host.call import Ask, Decision, Deny

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from host.call import Failure, Said, ToolCall


def merge(
    said: Iterable[Said], call: ToolCall | None = None, failures: Sequence[Failure] = ()
) -> Decision:
    """Add up what was said, in order; `call` is the rewritten call, which a deny drops.

    A slice that says the same thing from two hooks has said it once.
    """
    once: list[Said] = []
    for one in said:  # by equality: a call's input is no value that hashes
        if one not in once:
            once.append(one)
    denied = any(isinstance(one.answer, Deny) for one in once)
    return Decision(tuple(once), None if denied else call, tuple(failures))


def headed(said: Sequence[Said]) -> tuple[tuple[str, str], ...]:
    """Return (slice, reason) of denies or asks; several have each its slice's name above it."""
    pairs = [(s.slice, s.answer.reason) for s in said if isinstance(s.answer, Deny | Ask)]
    if len(pairs) == 1:
        return tuple(pairs)
    return tuple((name, reasons.headed(name, reason)) for name, reason in pairs)


def fit(texts: Sequence[tuple[str, str]], limit_units: int) -> str:
    """Join (slice, text) pairs by empty lines, within so many UTF-16 units.

    Whole texts come first and in order; the first that does not fit is cut, the rest is left out,
    and a last sentence says how much is missing and whose it was.
    """
    joined = "\n\n".join(text for _, text in texts)
    if units(joined) <= limit_units:
        return joined
    names = tuple(dict.fromkeys(name for name, _ in texts))
    room = limit_units - units(reasons.left_out(names, units(joined))) - 2
    kept = _cut(joined, max(room, 0))
    missing = _unfinished(texts, len(kept))
    return f"{kept}\n\n{reasons.left_out(missing, units(joined) - units(kept))}"


def units(text: str) -> int:
    """Return the length as JavaScript counts it, which is how clients measure."""
    wide = 0 if text.isascii() else sum(character > "\uffff" for character in text)
    return len(text) + wide


def _cut(text: str, limit_units: int) -> str:
    kept = text[:limit_units]
    while units(kept) > limit_units:
        kept = kept[: len(kept) - max((units(kept) - limit_units) // 2, 1)]
    return kept


def _unfinished(texts: Sequence[tuple[str, str]], kept: int) -> tuple[str, ...]:
    names = []
    end = 0
    for name, text in texts:
        end += len(text)
        if end > kept:
            names.append(name)
        end += len("\n\n")
    return tuple(dict.fromkeys(names))
