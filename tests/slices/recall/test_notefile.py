"""What a note's file may hold, what is wrong with one, and that a bad one never raises."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as some

from slices.recall import notefile
from slices.recall.folders import NoteFolder
from slices.recall.limits import (
    ANCHORS_PER_NOTE_MAX,
    NOTE_FILE_MAX_BYTES,
    TEXT_MAX_CHARACTERS,
)
from slices.recall.note import Anchor, Note

PROJECT = NoteFolder("/repo/.tidegate/notes", "/repo")
MINE = NoteFolder("/home/me/notes")
FULL = """\
---
# why it is here
anchors:
  - deploy/config.yaml
  - "src/**"
  - 'buildhost:/srv/x'
severity: stop
created: 2026-07-01
author: ana
session: 3f
expires: 2026-12-31
---
Do not raise this timeout:

the gateway kills at 60 s.
"""


def read(text: str | bytes, folder: NoteFolder = PROJECT) -> notefile.Read:
    data = text if isinstance(text, bytes) else text.encode()
    return notefile.read(data, folder, "a-note.md")


def note_with(anchors: str = "[x]", text: str = "hi", more: str = "") -> notefile.Read:
    return read(f"---\nanchors: {anchors}\n{more}---\n{text}\n")


def test_a_full_note() -> None:
    note, wrong = read(FULL)
    assert wrong == ()
    assert note == Note(
        id="a-note",
        text="Do not raise this timeout:\n\nthe gateway kills at 60 s.",
        anchors=(
            Anchor("path", "deploy/config.yaml", "/repo/deploy/config.yaml"),
            Anchor("glob", "src/**", "/repo/src/**", pattern=True),
            Anchor("remote", "buildhost:/srv/x", "/srv/x", "buildhost"),
        ),
        source="/repo/.tidegate/notes/a-note.md",
        mine=False,
        created=date(2026, 7, 1),
        author="ana",
        session="3f",
        severity="stop",
        expires=date(2026, 12, 31),
    )


def test_what_is_written_is_what_was_read() -> None:
    note, _ = read(FULL)
    assert note is not None
    assert read(notefile.text_of(note)) == (note, ())


@pytest.mark.parametrize(
    "text",
    [FULL.replace("\n", "\r\n"), "\ufeff" + FULL, FULL.replace("---\n", "--- \n")],
    ids=["windows-line-ends", "byte-order-mark", "blank-after-the-fence"],
)
def test_other_editors_files_are_read_alike(text: str) -> None:
    assert read(text) == read(FULL)


BAD = {
    "no-front-matter": ("hi", 'line 1: expected --- and the note\'s front matter, got "hi"'),
    "empty-file": ("", "line 1: expected --- and the note's front matter"),
    "no-end": ("---\nanchors: x\n", "line 3: expected --- after the front matter"),
    "no-anchor": ("---\nauthor: me\n---\nhi", "line 1: expected anchors: and the note's files"),
    "empty-anchors": ("---\nanchors: []\n---\nhi", "line 2: expected anchors: and"),
    "no-text": ("---\nanchors: x\n---\n\n", "line 4: expected the note's text, got nothing"),
    "alias": (
        "---\nanchors: [*a]\n---\nhi",
        'line 2: expected text (an anchor that begins with "*"',
    ),
    "yaml-anchor": ("---\nanchors: &a x\n---\nhi", 'expected text without a YAML anchor, got "&a"'),
    "tag": ("---\nanchors: !!python/name:os.system x\n---\nhi", "expected text without a YAML tag"),
    "list-in-list": ("---\nanchors: [[x]]\n---\nhi", "line 2: expected text, got a list"),
    "mapping-as-anchor": ("---\nanchors: {a: b}\n---\nhi", "expected text, got KEY: VALUE"),
    "list-of-fields": ("---\n- anchors\n---\nhi", "expected KEY: VALUE lines, got a list"),
    "list-as-key": ("---\n? [a]\n: b\n---\nhi", "line 2: expected text, got a list"),
    "open-bracket": ("---\nanchors: [x\n---\nhi", "expected YAML"),
    "deep-brackets": (f"---\nanchors: {'[' * 30_000}\n---\nhi", "expected"),
    "not-utf-eight": (b"---\nanchors: x\n---\n\xff", "line 4: expected UTF-8, got the byte 0xff"),
    "control-character": (
        "---\nanchors: x\x07\n---\nhi",
        "expected YAML, got unacceptable character",
    ),
    "too-large": ("x" * (NOTE_FILE_MAX_BYTES + 1), f"expected at most {NOTE_FILE_MAX_BYTES} bytes"),
    "outside-the-project": ("---\nanchors: ../x\n---\nhi", "line 2: expected a path inside the"),
    "the-project-itself": ("---\nanchors: .\n---\nhi", "line 2: expected a path inside the"),
    "no-path": ("---\nanchors:\n---\nhi", "line 2: expected a path, a glob or HOST:/PATH"),
}


@pytest.mark.parametrize(("text", "said"), BAD.values(), ids=BAD.keys())
def test_a_bad_note_is_a_problem_with_its_line(text: str | bytes, said: str) -> None:
    note, wrong = read(text)
    assert note is None
    assert said in str(wrong[0])
    assert str(wrong[0]).startswith("/repo/.tidegate/notes/a-note.md: ")


STILL_A_NOTE = {
    "unknown-key": ("expirse: 2026-01-01\n", 'line 3: expected one of .*"expirse".*"expires"'),
    "not-a-day": ("expires: tomorrow\n", 'line 3: expected expires: a day as .*"tomorrow"'),
    "not-a-day-of-the-calendar": ("expires: 2026-02-30\n", "line 3: expected expires: a day"),
    "a-week-is-no-day": ("created: 2026-W01-1\n", "line 3: expected created: a day"),
    "unknown-severity": ("severity: high\n", 'expected severity: caution or stop, got "high"'),
    "list-of-severities": ("severity: [stop]\n", "expected severity: caution or stop, got a list"),
    "key-twice": (
        "author: a\nauthor: b\n",
        'line 4: expected one value, got the key "author" twice',
    ),
    "long-author": (f"author: {'x' * 201}\n", "expected author: at most 200 characters"),
    "two-documents": ("...\n", None),
}


@pytest.mark.parametrize(("more", "said"), STILL_A_NOTE.values(), ids=STILL_A_NOTE.keys())
def test_a_wrong_field_leaves_the_note(more: str, said: str | None) -> None:
    note, wrong = note_with(more=more)
    assert note is not None
    assert note.severity == "caution"
    if said is not None:
        with pytest.raises(AssertionError, match=said):
            raise AssertionError(*map(str, wrong))


def test_one_bad_anchor_leaves_the_others() -> None:
    note, wrong = note_with("[x, ../y, z]")
    assert note is not None
    assert [anchor.text for anchor in note.anchors] == ["x", "z"]
    assert len(wrong) == 1


def test_anchors_given_twice_are_all_kept() -> None:
    note, wrong = note_with("x", more="anchors: y\n")
    assert note is not None
    assert [anchor.text for anchor in note.anchors] == ["x", "y"]
    assert len(wrong) == 1


@pytest.mark.parametrize("count", [ANCHORS_PER_NOTE_MAX, ANCHORS_PER_NOTE_MAX + 1])
def test_more_anchors_than_a_note_takes_are_said(count: int) -> None:
    note, wrong = note_with(f"[{', '.join(f'f{n}' for n in range(count))}]")
    assert note is not None
    assert len(note.anchors) == ANCHORS_PER_NOTE_MAX
    assert len(wrong) == count - ANCHORS_PER_NOTE_MAX


@pytest.mark.parametrize("length", [TEXT_MAX_CHARACTERS, TEXT_MAX_CHARACTERS + 1])
def test_a_long_text_is_cut_and_said(length: int) -> None:
    note, wrong = note_with(text="x" * length)
    assert note is not None
    assert len(note.text) == TEXT_MAX_CHARACTERS
    assert len(wrong) == length - TEXT_MAX_CHARACTERS


@pytest.mark.parametrize("hidden", ["\x1b", "\x00", "\x7f", "\x9b", "\u202e", "\u2066", "\r"])
def test_control_characters_are_taken_out_of_the_text(hidden: str) -> None:
    note, _ = note_with(text=f"a{hidden}b\n\tc")
    assert note is not None
    assert note.text == "ab\n\tc"


@pytest.mark.parametrize("name", [".hidden.md", "a b.md", "a\nb.md", f"{'x' * 101}.md", "-x.md"])
def test_a_file_name_that_is_no_id_is_a_problem(name: str) -> None:
    note, wrong = notefile.read(FULL.encode(), PROJECT, name)
    assert note is None
    assert "expected a file name of letters" in str(wrong[0])


@pytest.mark.parametrize(
    ("anchor", "kept"), [("/etc/hosts", True), ("~/x", True), ("h1:/x", True), ("x", False)]
)
def test_a_note_of_ones_own_takes_no_relative_path(anchor: str, kept: bool) -> None:
    note, wrong = read(f"---\nanchors: {anchor}\n---\nhi", MINE)
    assert (note is not None, bool(wrong)) == (kept, not kept)


CHANGES = {
    "a-field-is-added": ({"severity": "stop"}, None, "severity: stop\n---"),
    "a-field-is-replaced": ({"expires": "2027-01-01"}, None, "expires: 2027-01-01\n---"),
    "the-text-is-replaced": ({}, "new text", "---\nnew text\n"),
}


@pytest.mark.parametrize(("fields", "body", "said"), CHANGES.values(), ids=CHANGES.keys())
def test_a_change_leaves_the_rest_of_the_file(
    fields: dict[str, str | None], body: str | None, said: str
) -> None:
    before = "---\n# a comment\nanchors: x\nown-key: kept\nexpires: 2026-01-01\n---\nold text\n"
    after = notefile.with_fields(before, fields, body)
    assert said in after
    assert "# a comment\nanchors: x\nown-key: kept\n" in after
    assert ("old text" in after) == (body is None)
    assert after.count("expires") == 1


def test_a_field_is_taken_out() -> None:
    assert "expires" not in notefile.with_fields(FULL, {"expires": None}, None)


def test_a_change_keeps_windows_line_ends() -> None:
    after = notefile.with_fields(FULL.replace("\n", "\r\n"), {"severity": "caution"}, None)
    assert after.count("\n") == after.count("\r\n")


@given(some.binary(max_size=300))
def test_no_bytes_raise(data: bytes) -> None:
    read(data)


@given(some.text(alphabet="anchors:[]{}&*!|>-'\"\\#%@,? \n\txy", max_size=120))
def test_no_front_matter_raises(matter: str) -> None:
    note, wrong = read(f"---\n{matter}\n---\nhi\n")
    assert note is not None or wrong


@given(
    some.text(min_size=1, max_size=40).filter(lambda t: notefile.clean(t) == t != ""),
    some.text(alphabet="abc/.*?~: -_#'\"[]{}&!%@", min_size=1, max_size=20),
)
def test_what_is_written_is_read_back(text: str, path: str) -> None:
    note, _ = read(f"---\nanchors: x\n---\n{text}")
    if note is None or "\r" in text:
        return
    tied = Anchor("path", path, "")
    again, _ = read(notefile.text_of(Note("a-note", text, (tied, *note.anchors), "", mine=False)))
    assert again is not None
    assert again.text == note.text
    assert again.anchors[-1].text == "x"
