"""What was put into a settings file, and what undoes it; one file each beside the state."""

from __future__ import annotations

import contextlib
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import attrs
from attrs import frozen

from host.bare import write_file
from host.jsontext import Keys
from host.paths import state_folder

Patch = tuple[int, int, str]
"""Put the text in the place of these characters."""

Row = tuple[Keys, bool, Any]
"""The way to a value, whether there was one before, and which."""


@frozen
class Receipt:
    """What was put into a file, and what undoes it.

    `digest` is of the file as it was written, and `patches` lead from there to the text before.
    `previous` has for each entry whether there was a value, and which. `made` are the folders that
    were made for the file, outermost first.
    """

    digest: str
    existed: bool
    patches: tuple[Patch, ...]
    previous: tuple[Row, ...]
    made: tuple[str, ...] = ()


def back(changed: str, before: str) -> Patch:
    """Return the patch that leads from the changed text to the one before."""
    start = _same(changed, before)
    end = _same(changed[start:][::-1], before[start:][::-1])
    return start, len(changed) - end, before[start : len(before) - end]


def patched(text: str, receipt: Receipt) -> str:
    """Return the text as it was before, given the text as it was written."""
    for start, end, old in receipt.patches:
        text = text[:start] + old + text[end:]
    return text


def digest(text: str) -> str:
    """Return what tells whether a text is still the one that was written."""
    return sha256(text.encode()).hexdigest()


def missing_folders(file: str) -> tuple[str, ...]:
    """Return the folders that have to be made for the file, outermost first."""
    parents = [parent for parent in Path(file).resolve().parents if not parent.exists()]
    return tuple(str(parent) for parent in reversed(parents))


def keep(file: str, receipt: Receipt, *, is_anew: bool = False) -> None:
    """Keep the receipt; an older one still holds for what it alone has, unless all is anew.

    Raises `OSError`.
    """
    older = None if is_anew else kept(file)
    if older is not None:
        anew = {keys for keys, _, _ in receipt.previous}
        rows = (row for row in older.previous if row[0] not in anew)
        receipt = attrs.evolve(older, digest="", previous=(*rows, *receipt.previous))
    raw = json.dumps(attrs.asdict(receipt)).encode()
    write_file(_path(file), raw)


def kept(file: str) -> Receipt | None:
    """Return the receipt of the file, or None where there is none that can be read."""
    try:
        found = json.loads(Path(_path(file)).read_text("utf-8"))
        return Receipt(
            found["digest"],
            found["existed"],
            tuple((start, end, old) for start, end, old in found["patches"]),
            tuple((tuple(keys), there, old) for keys, there, old in found["previous"]),
            tuple(found["made"]),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def forget(file: str) -> None:
    """Drop the receipt, and the folders that were made for the file where they are empty."""
    receipt = kept(file)
    Path(_path(file)).unlink(missing_ok=True)
    for folder in reversed(receipt.made if receipt else ()):
        with contextlib.suppress(OSError):
            Path(folder).rmdir()


def _path(file: str) -> str:
    name = sha256(str(Path(file).resolve()).encode()).hexdigest()[:16]
    return f"{state_folder()}/installed/{name}.json"


def _same(one: str, other: str) -> int:
    """Return how many characters the two texts have in common at their beginnings."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))
