"""Which lines of a file a print shows, and how numbers and sed addresses say so."""

from __future__ import annotations

from attrs import frozen

from slices.guard.limits import NUMBER_MAX_DIGITS

BLANKS = " \t\n"
DIGITS = "0123456789"


@frozen
class Range:
    """Lines from `offset` (the first is 1), at most `limit` of them, or the `last` lines.

    All three are None for the whole file.
    """

    offset: int | None = None
    limit: int | None = None
    last: int | None = None


WHOLE = Range()


def number(text: str) -> int | None:
    """Read decimal digits as `head`, `tail` and `sed` do: no sign, no suffix, no other script."""
    if not text or len(text) > NUMBER_MAX_DIGITS or text.strip(DIGITS):
        return None
    return int(text)


def first_lines(count: str) -> Range | None:
    """Return what `head -n COUNT` shows, or None where that is nothing or not a plain number."""
    lines = number(count)
    return Range(offset=1, limit=lines) if lines else None


def last_lines(count: str) -> Range | None:
    """Return what `tail -n COUNT` shows: `+N` from line N, `N` or `-N` the last N lines.

    Line 0 is line 1 (GNU coreutils). None where nothing would be shown, or for another form.
    """
    if count.startswith("+"):
        offset = number(count[1:])
        return None if offset is None else Range(offset=max(offset, 1))
    lines = number(count.removeprefix("-"))
    return Range(last=lines) if lines else None


def sed_lines(script: str) -> Range | None:
    """Return what `sed -n SCRIPT` shows for `Np` and `A,Bp`, or None for another script.

    Blanks may stand around the addresses, and blanks or `;` around the command (GNU sed 4.9).
    Where B is not after A, sed shows line A alone.
    """
    addresses = _addresses(script)
    if addresses is None or addresses[0] == 0:
        return None
    first, last = addresses[0], addresses[-1]
    return Range(offset=first, limit=max(last - first + 1, 1))


def _addresses(script: str) -> tuple[int, ...] | None:
    """Split `A,Bp` or `Np` into its one or two line numbers."""
    body = script.strip(BLANKS + ";")
    if not body.endswith("p"):
        return None
    numbers = [number(text.strip(BLANKS)) for text in body[:-1].split(",")]
    known = tuple(n for n in numbers if n is not None)
    return known if len(known) == len(numbers) <= len("AB") else None
