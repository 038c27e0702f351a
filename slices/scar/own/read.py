"""Reads one folder's scars; a bad file is a problem with its name, and the others count."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from attrs import frozen

from host import watches
from host.errors import Problem
from host.files import read_bounded
from host.jsonfile import kind
from slices.scar.contract import ContractError, is_id
from slices.scar.limits import OWN_FILE_MAX_BYTES, OWN_FILES_MAX
from slices.scar.own import build, schema
from slices.scar.own.places import SUFFIX
from slices.scar.trial import FOLDER, wrong

if TYPE_CHECKING:
    from collections.abc import Iterator

    from slices.scar.contract import Scar
    from slices.scar.own.places import Place


@frozen
class File:
    """A scar's file as it was found: `stamp` is from before it was read."""

    place: Place
    name: str
    stamp: watches.Stamp | None

    @property
    def path(self) -> str:
        """The path of the file."""
        return f"{self.place.path}/{self.name}{SUFFIX}"


@frozen
class Read:
    """What a file holds: a sound table, or what is wrong with it."""

    file: File
    raw: dict[str, Any] | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def scar(self) -> Scar | None:
        """The scar that the file declares, None where it is not sound."""
        return None if self.raw is None else build.scar(self.file.name, self.raw, self.file.place)


def files(place: Place) -> tuple[tuple[File, ...], tuple[Problem, ...]]:
    """Return the scar files of a place in the order of their names, and what is wrong with it."""
    if place.root is not None and _leads_away(place.path, place.root):
        problem = Problem(place.path, "", f"a folder inside {place.root}", "a link elsewhere")
        return (), (problem,)
    try:
        names = sorted(n for n in os.listdir(place.path) if n.endswith(SUFFIX))  # noqa: PTH208  no Path on the hot path
    except (FileNotFoundError, NotADirectoryError):
        return (), ()
    except OSError as error:
        return (), (Problem(place.path, "", "a folder that can be read", _why(error)),)
    found = tuple(
        File(place, n.removesuffix(SUFFIX), watches.stamp(f"{place.path}/{n}"))
        for n in names[:OWN_FILES_MAX]
    )
    if len(names) <= OWN_FILES_MAX:
        return found, ()
    got = f"{len(names)}, and the rest is not read"
    return found, (Problem(place.path, "", f"at most {OWN_FILES_MAX} scars", got),)


def read(file: File, shipped: tuple[str, ...]) -> Read:
    """Read and check one file, and hold the scar to its own cases."""
    raw = _load(file, shipped)
    if isinstance(raw, Problem):
        return Read(file, None, (raw,))
    found = schema.problems(raw, file.path) or tuple(_in_force(file, raw))
    return Read(file, None if found else raw, found)


def _load(file: File, shipped: tuple[str, ...]) -> dict[str, Any] | Problem:
    if not is_id(file.name):
        expected = "a name of lower-case words joined by dashes"
        return Problem(file.path, "", expected, kind(file.name))
    if file.name in shipped:
        return Problem(file.path, "", "a name that no shipped scar has", kind(file.name))
    if file.place.root is not None and os.path.islink(file.path):  # noqa: PTH114  as above
        return Problem(file.path, "", "a plain file", "a link")
    try:
        data = read_bounded(file.path, OWN_FILE_MAX_BYTES)
    except OSError as error:
        return Problem(file.path, "", "a file that can be read", _why(error))
    if data is None:
        return Problem(file.path, "", f"at most {OWN_FILE_MAX_BYTES} bytes", "more")
    return _parse(file.path, data)


def _parse(path: str, data: bytes) -> dict[str, Any] | Problem:
    import tomllib

    try:
        return tomllib.loads(data.decode())
    except UnicodeDecodeError as error:
        return Problem(path, "", "UTF-8", f"the byte {data[error.start]:#04x}")
    except ValueError as error:  # a TOML error is one, and a number of too many digits
        message = str(error)
        return Problem(path, "", "TOML", message[:1].lower() + message[1:])
    except RecursionError:
        return Problem(path, "", "TOML", "lists or tables too deep in one another")


def _in_force(file: File, raw: dict[str, Any]) -> Iterator[Problem]:
    """Yield what keeps a well-formed scar from being asked: its contract and its cases."""
    try:
        scar = build.scar(file.name, raw, file.place)
    except ContractError as error:
        yield from (Problem(file.path, p.at, p.expected, p.got) for p in error.problems)
        return
    for one in wrong(scar, file.place.root or FOLDER):
        field = "must_block" if one.expected == "blocked" else "must_pass"
        yield Problem(file.path, f"{field}.{one.case.id}", one.expected, one.got)


def _leads_away(path: str, root: str) -> bool:
    real, top = os.path.realpath(path), os.path.realpath(root)
    return not f"{real}/".startswith(f"{top.rstrip('/')}/")


def _why(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()
