"""The arguments of git and gh that are prose: which command takes a text, and by which options."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    _Table = Mapping[tuple[str, ...], "Taker"]

_GLOBAL_WITH_VALUE = frozenset(
    {"-C", "-c", "--git-dir", "--work-tree", "--namespace", "--config-env", "--exec-path"}
)
_STANDARD_INPUT = frozenset({"-", "/dev/stdin"})


@frozen
class Taker:
    """A command that takes a text: by the options `text`, or from a file by those of `file`.

    `subject` is true where the text begins with a subject that stays as it is.
    """

    option: str
    text: frozenset[str]
    file: frozenset[str]
    subject: bool = False


_MESSAGE = frozenset({"-m", "--message"})
_FILE = frozenset({"-F", "--file"})
_BODY = frozenset({"-b", "--body"})
_BODY_FILE = frozenset({"-F", "--body-file"})
_NOTES = frozenset({"-n", "--notes"})
_NOTES_FILE = frozenset({"-F", "--notes-file"})

_GIT: _Table = {
    ("commit",): Taker("git", _MESSAGE, _FILE, subject=True),
    ("tag",): Taker("git", _MESSAGE, _FILE, subject=True),
    ("notes", "add"): Taker("git", _MESSAGE, _FILE),
    ("notes", "append"): Taker("git", _MESSAGE, _FILE),
}
_GH: _Table = {
    **{
        (thing, verb): Taker("gh", _BODY, _BODY_FILE)
        for thing in ("pr", "issue")
        for verb in ("create", "edit", "comment")
    },
    ("release", "create"): Taker("gh", _NOTES, _NOTES_FILE),
    ("release", "edit"): Taker("gh", _NOTES, _NOTES_FILE),
}


_PROGRAMS = {"git": _GIT, "gh": _GH}


def taker(words: Sequence[str | None]) -> tuple[Taker, int] | None:
    """Return what takes a text in a command of these words, and where its options begin.

    A word is None where its text is not certain. None where no text is taken.
    """
    program = (words[0] or "").rpartition("/")[2] if words else ""
    at = 1
    if program == "git":
        while at < len(words) and (words[at] or "").startswith("-"):
            at += 2 if words[at] in _GLOBAL_WITH_VALUE else 1
    table = _PROGRAMS.get(program, {})
    for length in (1, 2):
        found = table.get(tuple(word or "" for word in words[at : at + length]))
        if found is not None:
            return found, at + length
    return None


def takes_text(word: str, before: str | None, taken: Taker) -> bool:
    """Tell whether a word whose literal beginning is `word` holds a text, after the word `before`.

    The beginning is "" for `-m "$(…)"`, `-m` for `-m"$(…)"` and `--message=` for the long form.
    """
    if not word:
        return before is not None and _is(before, taken.text)
    return _is(word.removesuffix("="), taken.text) and word.startswith("--") == word.endswith("=")


def reads_input(words: Sequence[str | None], taken: Taker) -> bool:
    """Tell whether options among the words say that the text comes from standard input."""
    joined = {
        f"{option}{'=' if option.startswith('--') else ''}{name}"
        for option in taken.file
        for name in _STANDARD_INPUT
    }
    pairs = pairwise(words)
    return any(word in joined for word in words) or any(
        _is(one or "", taken.file) and two in _STANDARD_INPUT for one, two in pairs
    )


def _is(word: str, options: frozenset[str]) -> bool:
    """Short options may stand together: `-am`."""
    if word in options or word.startswith("--"):
        return word in options
    return word[:1] == "-" and word[1:].isalpha() and f"-{word[-1]}" in options
