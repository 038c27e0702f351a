"""Bounded reads and atomic writes of small files with builtin modules only."""

import sys

if sys.platform == "win32":
    import nt as system
else:
    import posix as system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

__all__ = [
    "complain",
    "is_draft",
    "leave",
    "make_folder",
    "read_descriptor",
    "read_file",
    "system",
    "write_all",
    "write_file",
]

_DRAFT = ".new"
_BLOCK_BYTES, _BLOCK_MAX_BYTES = 16 * 1024, 2 * 1024 * 1024


def read_descriptor(descriptor: int, limit_bytes: int) -> tuple[bytes, bool]:
    """Return what can be read up to the limit, and whether there was more."""
    blocks: list[bytes] = []
    left, size = limit_bytes + 1, _BLOCK_BYTES
    while left > 0:
        block = system.read(descriptor, min(left, size))
        if not block:
            return b"".join(blocks), False
        blocks.append(block)
        left -= len(block)
        size = min(2 * size, _BLOCK_MAX_BYTES)  # most are short, and room costs before it is used
    return b"".join(blocks)[:limit_bytes], True


def read_file(path: str, limit_bytes: int) -> bytes | None:
    """Return the file's bytes, or None where it is missing, no plain file, or too long."""
    flags = system.O_RDONLY | getattr(system, "O_NONBLOCK", 0) | getattr(system, "O_BINARY", 0)
    try:
        descriptor = system.open(path, flags)
    except (OSError, ValueError):
        return None
    try:
        data, more = read_descriptor(descriptor, limit_bytes)
    except OSError:
        return None
    finally:
        system.close(descriptor)
    return None if more else data


def write_all(descriptor: int, data: bytes) -> None:
    """Write every byte; raises OSError."""
    view = memoryview(data)
    while view:
        view = view[system.write(descriptor, view) :]


def write_file(path: str, data: bytes) -> None:
    """Replace the file as a whole, readable by nobody else; raises OSError.

    The folder is made where it is missing.
    """
    make_folder(path.rsplit("/", 1)[0])
    draft = f"{path}.{system.getpid()}{_DRAFT}"
    flags = system.O_WRONLY | system.O_CREAT | system.O_TRUNC | getattr(system, "O_BINARY", 0)
    descriptor = system.open(draft, flags, 0o600)
    try:
        write_all(descriptor, data)
    except OSError:
        system.unlink(draft)
        raise
    finally:
        system.close(descriptor)
    system.replace(draft, path)


def is_draft(name: str) -> bool:
    """Tell whether a file of this name is what `write_file` writes before it replaces a file."""
    begin, _, process = name.removesuffix(_DRAFT).rpartition(".")
    return name.endswith(_DRAFT) and bool(begin) and process.isdigit()


def make_folder(path: str) -> None:
    """Make the folder and its parents, readable by nobody else; raises OSError."""
    try:
        system.mkdir(path, 0o700)
    except FileExistsError:
        return
    except FileNotFoundError:
        parent = path.rstrip("/").rpartition("/")[0]
        if not parent:
            raise
        make_folder(parent)
        _make_one(path)


def _make_one(path: str) -> None:
    """Make the folder; in a file system that takes no folders there is none once its parent is."""
    try:
        system.mkdir(path, 0o700)
    except FileExistsError:
        return


def leave(code: int) -> "NoReturn":
    """End the process at once, with no handlers and no flushing."""
    system._exit(code)  # noqa: SLF001  the documented `os._exit`


def complain(text: str) -> None:
    """Say something to a maintainer on standard error, and never fail over it."""
    try:
        write_all(2, f"tidegate: {text}\n".encode("utf-8", "backslashreplace"))
    except OSError:
        return
