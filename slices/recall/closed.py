"""Answers in the place of a look-up that failed: a call that holds an anchored name is denied."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from host import paths, watches
from host.call import Deny, ToolCall
from host.files import read_bounded
from slices.recall import reasons
from slices.recall.limits import CRUDE_NOTES_MAX, NOTE_FILE_MAX_BYTES
from slices.recall.watching import NAME, declared

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host.call import Failure
    from host.hook import Host

_HIDING = str.maketrans("", "", "'\"\\")
_GLOB = re.compile(r"""[^\s"'\[\],]*[*?][^\s"'\[\],]*""")


def on_error(call: ToolCall, failure: Failure, host: Host | None) -> Deny | None:
    """Deny a call whose text holds the file name of an anchor.

    It uses neither the parser nor the index nor the state file: the names stand in the watch that
    the hook entry goes by, and where that cannot be trusted, in the notes themselves.
    """
    text = (call.command if call.tool == "shell" else call.path or call.content) or ""
    rules = host.rules_folder() if host is not None and host.options.rules else ""
    if not holds(text, call.cwd, rules):
        return None
    return Deny(reasons.failed(failure.kind, failure.detail))


def run_on(_occasion: object, _failure: Failure, _host: Host | None) -> None:
    """Let what has run or begun be: there is nothing to deny, and the host tells the person."""


def holds(text: str, cwd: str, rules: str = "") -> bool:
    """Tell whether a text holds the file name of an anchor in reach of `cwd`.

    `rules` is the client's folder of path-scoped rules, where those count.
    """
    spellings = (text, text.replace("\\\n", "").translate(_HIDING))
    event = watches.Event(spellings, hidden=False, folder=cwd, seconds=None)
    found = watches.holds_name(paths.state_folder(), NAME, declared(rules), event)
    return any(_stands_in_notes(one, cwd, rules) for one in spellings) if found is None else found


def _stands_in_notes(text: str, cwd: str, rules: str) -> bool:
    """Tell whether the text holds a last name, or the literal part of one, of a note's head."""
    plain = text.lower()
    words = set(watches.words(plain))
    for head in _heads(cwd, rules):
        if any("." in word.strip(".") for word in words.intersection(watches.words(head))):
            return True
        if any(part in plain for glob in _GLOB.findall(head) if (part := _literal_part(glob))):
            return True
    return False


def _literal_part(glob: str) -> str:
    return max(re.split(r"[*?]+", glob.rpartition("/")[2]), key=len)


def _heads(cwd: str, rules: str) -> Iterator[str]:
    for folder in watches.in_reach(declared(rules), cwd):
        for file in _files(folder)[:CRUDE_NOTES_MAX]:
            yield _head(file)


def _files(folder: str) -> list[str]:
    try:
        return [f"{folder}/{name}" for name in os.listdir(folder)]  # noqa: PTH208  no Path here
    except OSError:
        return []


def _head(file: str) -> str:
    """Return a note's front matter in lower case, "" for a file that cannot be read."""
    try:
        data = read_bounded(file, NOTE_FILE_MAX_BYTES) or b""
    except OSError:
        return ""
    return data.decode("utf-8", "replace").lower().split("\n---", 1)[0]
