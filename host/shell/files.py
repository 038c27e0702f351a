"""Which words of a command name files, and what it does with them: the vocabulary slices share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.shell.command import FileUse
from host.shell.options import walk
from host.shell.paths import resolve
from host.shell.programs import PROGRAMS
from host.shell.roles import Around

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from host.shell.command import Value
    from host.shell.options import Parsed
    from host.shell.programs import Program
    from host.shell.roles import Role
    from host.shell.state import State


def file_uses(
    arguments: Sequence[Value], state: State, exists: Callable[[str], bool | None]
) -> tuple[FileUse, ...]:
    """Give the files that the operands of a known program name; nothing for other programs."""
    program = known_program(arguments)
    if program is None:
        return ()
    name = _base_name(arguments) or ""
    parsed = walk(arguments[1:], program.spec)
    names = () if name in _PLACES_ITSELF else _FOLDER_OPTIONS.get(name, ())
    folder = folder_option(parsed, names, state.folder)
    around = Around(name, lambda text: _is_folder(text, folder, exists))
    return tuple(_uses(program.rule(parsed, around), folder, state))


def only_reads(arguments: Sequence[Value]) -> bool:
    """Whether the program is known to change no file."""
    program = known_program(arguments)
    return program is not None and program.reads


def known_program(arguments: Sequence[Value]) -> Program | None:
    """Give the table's entry for a program, by its base name."""
    name = _base_name(arguments)
    return None if name is None else PROGRAMS.get(name)


_FOLDER_OPTIONS: dict[str, tuple[str, ...]] = {
    "git": ("C",),
    "make": ("C", "directory"),
    "gmake": ("C", "directory"),
    "ninja": ("C",),
    "patch": ("d", "directory"),
    "pnpm": ("C", "dir"),
    "tar": ("C", "directory", "cd"),
}
"""Options that set the folder which the program's relative paths count from."""


_PLACES_ITSELF = frozenset(("tar",))
"""The option moves the members of an archive, and not the archive."""


def base_folder(arguments: Sequence[Value], folder: str | None) -> str | None:
    """Give the folder that a command's relative words count from."""
    names = _FOLDER_OPTIONS.get(_base_name(arguments) or "")
    program = None if names is None else known_program(arguments)
    if program is None or names is None:
        return folder
    return folder_option(walk(arguments[1:], program.spec), names, folder)


def folder_option(parsed: Parsed, names: Sequence[str], folder: str | None) -> str | None:
    """Give the folder that options like `git -C` lead to, one after the other."""
    for value in parsed.values(*names):
        text = value if isinstance(value, str) else value.text
        if text != "":
            folder = None if text is None else resolve(text, folder)
    return folder


def _base_name(arguments: Sequence[Value]) -> str | None:
    text = arguments[0].text if arguments else None
    return None if text is None else text.rpartition("/")[2]


def _is_folder(text: str, folder: str | None, exists: Callable[[str], bool | None]) -> bool:
    path = resolve(text, folder)
    return path is not None and exists(path) is True


def _uses(roles: Iterable[Role], folder: str | None, state: State) -> Iterable[FileUse]:
    for one in roles:
        if one.text in {"-", ""} and one.elsewhere is None:
            continue
        host = state.host if one.elsewhere is None else one.elsewhere
        here = folder if one.elsewhere is None else None
        path = None if one.text is None else resolve(one.text, here)
        yield FileUse(one.use, path, one.value, host, one.proven)
