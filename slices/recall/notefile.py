"""Reads a note from its file's bytes, and writes one; every fault is a problem, none a crash."""

from __future__ import annotations

import difflib
import re
import unicodedata
from datetime import date
from typing import TYPE_CHECKING, Any

from slices.recall import anchors, frontmatter
from slices.recall.limits import (
    ANCHORS_PER_NOTE_MAX,
    FIELD_MAX_CHARACTERS,
    NOTE_FILE_MAX_BYTES,
    TEXT_MAX_CHARACTERS,
)
from slices.recall.note import SEVERITIES, Anchor, Note
from slices.recall.problems import Wrong, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from host.errors import Problem
    from slices.recall.folders import NoteFolder
    from slices.recall.frontmatter import Field

SUFFIX = ".md"
KEYS = ("anchors", "severity", "created", "author", "session", "expires", "retired")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*[./][A-Za-z0-9_./-]*[A-Za-z0-9_]")
_KEPT_CONTROLS = "\n\t"
_HIDDEN = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")  # turn text around

Read = tuple[Note | None, tuple["Problem", ...]]


def is_id(text: str) -> bool:
    """Whether the text can be the id of a note, and so the name of its file."""
    return _ID.fullmatch(text) is not None


def read(data: bytes, folder: NoteFolder, name: str) -> Read:
    """Return the note in a file's bytes, None where there is no usable one, and what is wrong."""
    file = f"{folder.path}/{name}"
    note, wrong = _note(data, folder, name)
    return note, tuple(one.in_file(file) for one in wrong)


def text_of(note: Note) -> str:
    """Return the file of a note."""
    lines = ["---", "anchors:", *(f"  - {_scalar(a.text)}" for a in note.anchors)]
    lines.append(f"severity: {note.severity}")
    named = {
        "created": note.created,
        "author": note.author and _scalar(note.author),
        "session": note.session and _scalar(note.session),
        "expires": note.expires,
        "retired": note.retired,
    }
    lines += [f"{key}: {value}" for key, value in named.items() if value]
    return "\n".join([*lines, "---", note.text, ""])


def with_fields(text: str, changes: Mapping[str, str | None], body: str | None) -> str:
    """Return the file's text with fields set (or taken out, for None) and another body.

    What is not named stays as it is, comments and unknown keys too. The text is of a note that can
    be read.
    """
    parts = frontmatter.split(text)
    if isinstance(parts, Wrong):
        return text
    found, _ = frontmatter.fields(parts.matter)
    gone = {found[key].line - 2 for key in changes if key in found}
    kept = [line for i, line in enumerate(parts.matter.split("\n")) if i not in gone]
    added = [f"{key}: {value}" for key, value in changes.items() if value is not None]
    rest = parts.body if body is None else f"{body}\n"
    changed = "\n".join(["---", *kept, *added, "---", rest])
    return changed.replace("\n", "\r\n") if "\r\n" in text else changed


def clean(text: str) -> str:
    """Return the text without control characters and marks that turn text around."""
    return "".join(c for c in text.replace("\r\n", "\n") if not _is_hidden(c)).strip()


def day(text: str) -> date | None:
    """Return the day written as YYYY-MM-DD, or None."""
    try:
        return date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None


def _note(data: bytes, folder: NoteFolder, name: str) -> tuple[Note | None, tuple[Wrong, ...]]:
    stem = name.removesuffix(SUFFIX)
    if not is_id(stem):
        return None, (Wrong("a file name of letters, digits, . _ and -", shown(name)),)
    if len(data) > NOTE_FILE_MAX_BYTES:
        return None, (Wrong(f"at most {NOTE_FILE_MAX_BYTES} bytes", "more"),)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        return None, (Wrong("UTF-8", f"the byte {data[error.start]:#04x}", line),)
    parts = frontmatter.split(text)
    if isinstance(parts, Wrong):
        return None, (parts,)
    found, wrong = frontmatter.fields(parts.matter)
    if wrong and "anchors" not in found:
        return None, wrong
    form = _Form(found, list(wrong))
    return form.note(stem, parts, folder), tuple(form.wrong)


class _Form:
    """The fields of one note, read one by one; `wrong` collects what is wrong."""

    def __init__(self, fields: Mapping[str, Field], wrong: list[Wrong]) -> None:
        self._fields = fields
        self.wrong = wrong

    def note(self, stem: str, parts: frontmatter.Split, folder: NoteFolder) -> Note | None:
        self._unknown()
        tied = self._anchors(folder)
        text = self._text(parts)
        values: dict[str, Any] = {
            "created": self._one("created", day, "a day as YYYY-MM-DD"),
            "expires": self._one("expires", day, "a day as YYYY-MM-DD"),
            "retired": self._one("retired", day, "a day as YYYY-MM-DD"),
            "severity": self._one("severity", _severity, " or ".join(SEVERITIES)) or "caution",
            "author": self._one("author", _name, f"at most {FIELD_MAX_CHARACTERS} characters"),
            "session": self._one("session", _name, f"at most {FIELD_MAX_CHARACTERS} characters"),
        }
        values = {key: value for key, value in values.items() if value is not None}
        if not tied or not text:
            return None
        source = f"{folder.path}/{stem}{SUFFIX}"
        return Note(stem, text, tied, source, folder.mine, **values)

    def _unknown(self) -> None:
        for key, field in self._fields.items():
            if key not in KEYS:
                near = difflib.get_close_matches(key, KEYS, 1)
                known = f"one of {', '.join(KEYS)}"
                self.wrong.append(Wrong(known, shown(key), field.line, near[0] if near else ""))

    def _anchors(self, folder: NoteFolder) -> tuple[Anchor, ...]:
        field = self._fields.get("anchors")
        if field is None or not field.values:
            line = 1 if field is None else field.line
            self.wrong.append(Wrong("anchors: and the note's files", "none", line))
            return ()
        found = []
        for text, line in field.values[:ANCHORS_PER_NOTE_MAX]:
            anchor = anchors.read(text, folder.root)
            if isinstance(anchor, Anchor):
                found.append(anchor)
            else:
                self.wrong.append(Wrong(anchor.expected, anchor.got, line))
        if len(field.values) > ANCHORS_PER_NOTE_MAX:
            most = f"at most {ANCHORS_PER_NOTE_MAX} anchors"
            self.wrong.append(Wrong(most, str(len(field.values)), field.line))
        return tuple(found)

    def _text(self, parts: frontmatter.Split) -> str:
        text = clean(parts.body)
        if not text:
            self.wrong.append(Wrong("the note's text", "nothing", parts.body_line))
        if len(text) > TEXT_MAX_CHARACTERS:
            most = f"at most {TEXT_MAX_CHARACTERS} characters of text"
            self.wrong.append(Wrong(most, str(len(text)), parts.body_line))
        return text[:TEXT_MAX_CHARACTERS]

    def _one(self, key: str, parse: Callable[[str], Any], expected: str) -> Any:
        field = self._fields.get(key)
        if field is None:
            return None
        value = parse(field.values[0][0]) if field.single else None
        if value is None:
            got = shown(field.values[0][0]) if field.single else "a list"
            self.wrong.append(Wrong(f"{key}: {expected}", got, field.line))
        return value


def _severity(text: str) -> str | None:
    return text if text in SEVERITIES else None


def _name(text: str) -> str | None:
    return None if len(text) > FIELD_MAX_CHARACTERS else " ".join(clean(text).split())


def _scalar(text: str) -> str:
    """Return the text as a YAML scalar on one line: bare where no YAML reader sees more in it."""
    import json

    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def _is_hidden(character: str) -> bool:
    if character in _KEPT_CONTROLS:
        return False
    return character in _HIDDEN or unicodedata.category(character) in {"Cc", "Cs"}
