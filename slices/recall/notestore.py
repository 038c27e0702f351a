"""Writes note files: whole or not at all, and never over somebody else's change."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
from typing import TYPE_CHECKING

from host.files import read_bounded
from slices.recall import notefile, problems
from slices.recall.limits import NOTE_FILE_MAX_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from host.errors import Problem
    from slices.recall.folders import NoteFolder

_SLUG_MAX_CHARACTERS = 32
_TRIES = 8  # a name that is taken has one chance in 65,536 each time
_SHARED, _OWN = 0o666, 0o600  # a project's notes are for whoever may read the project


def new_id(text: str) -> str:
    """Return an id that begins like the text: `do-not-raise-this-timeout-3f9a`."""
    words = re.findall(r"[a-z0-9]+", text.lower())
    slug = ""
    for word in words:
        longer = f"{slug}-{word}".lstrip("-")
        if len(longer) > _SLUG_MAX_CHARACTERS:
            break
        slug = longer
    return f"{slug or 'note'}-{secrets.token_hex(2)}"


def create(folder: NoteFolder, stem: str, make: Callable[[str], str]) -> str:
    """Write a new note and return its id; `make` gives the text for an id.

    An id that is taken gets another ending. Raises `OSError`.
    """
    os.makedirs(folder.path, exist_ok=True)  # noqa: PTH103  paths are texts here
    for _ in range(_TRIES):
        note_id = new_id(stem)
        with contextlib.suppress(FileExistsError):
            _put_new(folder, note_id, make(note_id))
            return note_id
    message = f"{folder.path} holds a note of every name tried"
    raise FileExistsError(message)


def read_text(path: str) -> str | Problem:
    """Return a note file's text, or what is wrong with it."""
    try:
        data = read_bounded(path, NOTE_FILE_MAX_BYTES)
    except OSError as error:
        return problems.unreadable(path, error)
    if data is None:
        return problems.too_long(path, NOTE_FILE_MAX_BYTES)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        return problems.no_utf8(path, data, error.start)


def change(folder: NoteFolder, note_id: str, edit: Callable[[str], str]) -> Problem | None:
    """Replace a note's text by what `edit` makes of it; return what is in the way of that.

    Other processes' changes of the same note wait or come first, so that none is lost. Raises
    `OSError`.
    """
    path = f"{folder.path}/{note_id}{notefile.SUFFIX}"
    with _held(path):
        text = read_text(path)
        if not isinstance(text, str):
            return text
        changed = edit(text)
        note, wrong = notefile.read(changed.encode(), folder, f"{note_id}{notefile.SUFFIX}")
        if note is None:
            return wrong[0]
        _replace(path, changed)
    return None


def remove(folder: NoteFolder, note_id: str) -> None:
    """Remove a note's file; raises `OSError`."""
    os.unlink(f"{folder.path}/{note_id}{notefile.SUFFIX}")  # noqa: PTH108  as above


def _put_new(folder: NoteFolder, note_id: str, text: str) -> None:
    path = f"{folder.path}/{note_id}{notefile.SUFFIX}"
    draft = _draft(path, text, _OWN if folder.mine else _SHARED & ~_umask())
    try:
        os.link(draft, path)  # fails where the name is taken, as a rename would not
    except (PermissionError, NotImplementedError):  # a file system without hard links
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
        os.replace(draft, path)  # noqa: PTH105  as above
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(draft)  # noqa: PTH108  as above


def _replace(path: str, text: str) -> None:
    target = os.path.realpath(path)  # a note of one's own may be a link into another folder
    draft = _draft(target, text, os.stat(target).st_mode & 0o777)  # noqa: PTH116  as above
    os.replace(draft, target)  # noqa: PTH105  as above


def _draft(path: str, text: str, mode: int) -> str:
    """Write the text beside the path, on the disk before this returns; raises `OSError`."""
    folder, _, name = path.rpartition("/")
    draft = f"{folder}/.{name}.{os.getpid()}.{secrets.token_hex(4)}.new"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        os.chmod(draft, mode)  # noqa: PTH101  as above
    except OSError:
        os.unlink(draft)  # noqa: PTH108  as above
        raise
    return draft


@contextlib.contextmanager
def _held(path: str) -> Iterator[None]:
    """Hold the note against other changes; where it was replaced meanwhile, hold the new one.

    A platform without `fcntl` goes without.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    while True:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            if os.path.samestat(os.fstat(descriptor), os.stat(path)):  # noqa: PTH116  as above
                yield
                return
        finally:
            os.close(descriptor)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
