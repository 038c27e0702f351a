"""Path-scoped rules of a project (Markdown files with `paths` in front), read as notes."""

# They belong to the client, so that what it allows in them is no problem here: other keys, no
# front matter at all. A rule without `paths` holds everywhere, and the client loads it itself.

from __future__ import annotations

from typing import TYPE_CHECKING

from slices.recall import anchors, frontmatter, notefile
from slices.recall.limits import ANCHORS_PER_NOTE_MAX, TEXT_MAX_CHARACTERS
from slices.recall.note import Anchor, Note
from slices.recall.problems import Wrong, shown

if TYPE_CHECKING:
    from slices.recall.folders import NoteFolder

KEY = "paths"
_CHOICES_MAX = 64  # of one pattern's braces; a pattern of more is not written by hand


def read(data: bytes, folder: NoteFolder, name: str) -> notefile.Read:
    """Return the rule in a file as a note, None where it has no paths, and what is wrong."""
    note, wrong = _rule(data, folder, name)
    return note, tuple(one.in_file(f"{folder.path}/{name}") for one in wrong)


def note_id(name: str) -> str:
    """Return the id of the rule in a file."""
    return f"rules/{name.removesuffix(notefile.SUFFIX)}"


def choices(pattern: str) -> tuple[str, ...]:
    """Return the patterns that one with braces stands for: `{a,b}/*` is `a/*` and `b/*`.

    Braces inside braces, and more than `_CHOICES_MAX` patterns, stay as they are.
    """
    found = [pattern]
    while any(len(_parts(one)) > 1 for one in found):
        found = [made for one in found for made in _expanded(one)]
        if len(found) > _CHOICES_MAX:
            return (pattern,)
    return tuple(dict.fromkeys(found))


def _rule(data: bytes, folder: NoteFolder, name: str) -> tuple[Note | None, tuple[Wrong, ...]]:
    try:
        parts = frontmatter.split(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return None, (Wrong("UTF-8", "other bytes"),)
    if isinstance(parts, Wrong):
        return None, ()
    found, wrong = frontmatter.fields(parts.matter)
    if KEY not in found:
        return None, wrong if KEY in parts.matter else ()
    text = notefile.clean(parts.body)[:TEXT_MAX_CHARACTERS]
    tied, bad = _tied(found[KEY], folder)
    if not tied or not text:
        return None, bad
    return Note(note_id(name), text, tied, f"{folder.path}/{name}", mine=False), bad


def _tied(
    field: frontmatter.Field, folder: NoteFolder
) -> tuple[tuple[Anchor, ...], tuple[Wrong, ...]]:
    tied: list[Anchor] = []
    bad: list[Wrong] = []
    for text, line in field.values:
        for one in choices(text.removeprefix("./")):
            anchor = anchors.read(one, folder.root)
            if isinstance(anchor, Anchor):
                tied.append(anchor)
            else:
                bad.append(Wrong(anchor.expected, anchor.got, line))
    if len(tied) > ANCHORS_PER_NOTE_MAX:
        bad.append(
            Wrong(f"at most {ANCHORS_PER_NOTE_MAX} paths", shown(str(len(tied))), field.line)
        )
    return tuple(tied[:ANCHORS_PER_NOTE_MAX]), tuple(bad)


def _parts(pattern: str) -> list[str]:
    """Return what stands before the first pair of braces, its choices, and what follows."""
    close = pattern.find("}")
    start = pattern.rfind("{", 0, max(close, 0))
    if start < 0 or "," not in pattern[start:close]:
        return [pattern]
    return [pattern[:start], *pattern[start + 1 : close].split(","), pattern[close + 1 :]]


def _expanded(pattern: str) -> list[str]:
    before, *between = _parts(pattern)
    return [f"{before}{one}{between[-1]}" for one in between[:-1]] if between else [before]
