"""What can be wrong with a note, in words: what was expected and what was there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from host.errors import Problem
from host.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable

_SHOWN_MAX_CHARACTERS = 60  # a wrong value is there to be recognised, not to be read as a whole


@frozen
class Wrong:
    """A value that cannot be used; `line` counts from 1 in the note's file, 0 where there is none.

    `near` is the known name that a misspelled one resembles.
    """

    expected: str
    got: str
    line: int = 0
    near: str = ""

    def in_file(self, file: str) -> Problem:
        """Return it as the problem of a file."""
        at = f"line {self.line}" if self.line else ""
        return Problem(file, at, self.expected, self.got, self.near)


def shown(text: str) -> str:
    """Return somebody's text as an error message shows it: short, printable, quoted."""
    cut = text[:_SHOWN_MAX_CHARACTERS]
    plain = "".join(c if c.isprintable() else "?" for c in cut)
    return f'"{plain}{"…" if cut != text else ""}"'


def listed(problems: Iterable[object]) -> str:
    """Return the problems as lines of text."""
    return "\n".join(map(str, problems))


def no_index(file: str, error: BaseException) -> Problem:
    """Say that the index cannot be kept, so that the notes are read afresh in each call."""
    why = getattr(error, "strerror", None) or str(error) or type(error).__name__
    expected = "an index file that can be written (until then each call reads the notes afresh)"
    return Problem(file, "", expected, why[:1].lower() + why[1:])


def behind(folder: str, count: int) -> Problem:
    """Say that notes are still to be read."""
    got = f"{count} that the next calls read ({ROOT}/bin/tidegate note check reads all)"
    return Problem(folder, "", "an index of every note", got)


def too_many(folder: str, most: int) -> Problem:
    """Say that one look-up found more than it may give."""
    return Problem(folder, "", f"at most {most} anchors for one look-up", "more")


def too_large(folder: str, most: int) -> Problem:
    """Say that a folder holds more notes than are read."""
    return Problem(folder, "", f"at most {most} notes", "more, and the rest is not read")


def outside(folder: str, root: str) -> Problem:
    """Say that a project's notes folder is a link to another place, so it is not read."""
    return Problem(folder, "", f"a folder inside {root}", "a link to another place")


def unreadable(file: str, error: OSError) -> Problem:
    """Say why a file cannot be read."""
    return Problem(file, "", "a file that can be read", reason(error))


def too_long(file: str, most: int) -> Problem:
    """Say that a note's file is too large."""
    return Problem(file, "", f"at most {most} bytes", "more")


def no_utf8(file: str, data: bytes, at: int) -> Problem:
    """Say where a file is no UTF-8."""
    line = data[:at].count(b"\n") + 1
    return Problem(file, f"line {line}", "UTF-8", f"the byte {data[at]:#04x}")


def of_argument(name: str, expected: str, got: str, near: str = "") -> Problem:
    """Say what is wrong with an argument of the command line."""
    return Problem("tidegate note", name, expected, got, near)


def reason(error: OSError) -> str:
    """Return an error of the system in words."""
    return (error.strerror or type(error).__name__).lower()


def unwritable(folder: str, error: OSError) -> Problem:
    """Say why a note cannot be written."""
    return Problem(folder, "", "a folder that can be written to", reason(error))


def no_project(cwd: str) -> Problem:
    """Say that there is no project to keep a note in."""
    return of_argument("the folder", "a project (a folder with .git or .tidegate), or --mine", cwd)


def no_editor() -> Problem:
    """Say that no editor is set."""
    expected = "your editor in VISUAL or EDITOR, or one of --text, --severity and --expires"
    return of_argument("edit", expected, "none")


def editor_failed(editor: str, why: str) -> Problem:
    """Say that the editor did not work, so that nothing was changed."""
    return of_argument("edit", f"that {shown(editor)} ends with 0", why)


def changed_meanwhile(file: str, draft: str) -> Problem:
    """Say that somebody else changed the note, and where this change is."""
    return Problem(file, "", "the note as the editor had it", f"another (yours is {draft})")


def draft_kept(draft: str) -> Problem:
    """Say where a change is that makes no note."""
    return Problem(
        draft, "", "a note", "a text that is none; it was kept here, the note is as it was"
    )
