"""What the sub-commands share: the scars that count here, finding one by its id, and printing."""

from __future__ import annotations

import difflib
import json
import os
import sys
from typing import TYPE_CHECKING

from attrs import frozen

from host import paths
from host.errors import Problem
from slices.scar.catalogue import shipped
from slices.scar.options import Options
from slices.scar.own import places
from slices.scar.own.read import files, read
from slices.scar.trial import FOLDER

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from slices.scar.contract import Scar

FINE, FOUND = 0, 1
SHIPPED = "ships"


class Refused(Exception):  # noqa: N818  it is what the command line answers, not a defect
    """The command cannot be done; the message holds a problem per line."""

    def __init__(self, *found: object) -> None:
        super().__init__("\n".join(map(str, found)))


@frozen
class Known:
    """A scar, whose it is (`ships`, `project`, `mine`), its file, and where its cases run."""

    scar: Scar
    whose: str
    file: str = ""
    folder: str = FOLDER


@frozen
class Shelf:
    """All scars that count here, and what is wrong with those of people's own."""

    known: tuple[Known, ...]
    problems: tuple[Problem, ...]


def shelf() -> Shelf:
    """Read the scars that ship, the project's and the person's own."""
    known = [Known(scar, SHIPPED) for scar in shipped()]
    ids = tuple(one.scar.id for one in known)
    wrong: list[Problem] = []
    for place in places.in_force(cwd()):
        found, problems = files(place)
        wrong += problems
        for file in found:
            done = read(file, ids)
            wrong += done.problems
            if (scar := done.scar) is not None:
                whose = "mine" if place.root is None else "project"
                known.append(Known(scar, whose, file.path, place.root or FOLDER))
    return Shelf(tuple(known), tuple(wrong))


def chosen(found: Shelf, name: str) -> tuple[Known, ...]:
    """Return the scars of an id, the project's and the person's; raises `Refused` for none."""
    matching = tuple(one for one in found.known if one.scar.id == name)
    if matching:
        return matching
    near = difflib.get_close_matches(name, [one.scar.id for one in found.known], 1)
    hint = near[0] if near else ""
    own = [p for p in found.problems if p.file.endswith(f"/{name}{places.SUFFIX}")]
    missing = Problem("tidegate scar", "ID", "the id of a scar", f'"{name}"', hint)
    raise Refused(*(own or [missing]))


def options() -> Options:
    """Return the options that the configuration gives the slice; raises `ConfigError`."""
    from host.here import Here
    from host.house import Places, furnish
    from host.registry import Loaded

    members = furnish(Places(), Here(cwd())).members
    mine = (m.options for m in members if m.name == places.NAME and isinstance(m, Loaded))
    return next(mine, Options())


def cwd() -> str:
    """Return the folder of the person's shell, as the shell spells it."""
    here = os.getcwd()  # noqa: PTH109  paths are texts here
    spelt = paths.variable("PWD")
    same = os.path.isabs(spelt) and os.path.realpath(spelt) == here  # noqa: PTH117  as above
    return spelt if same else here


def say(value: object, text: str, given: argparse.Namespace) -> None:
    """Print the value as JSON or the text, as UTF-8 whatever the locale."""
    line = json.dumps(value, ensure_ascii=False) if given.json else text
    sys.stdout.buffer.write(f"{line}\n".encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()


def complain(found: Iterable[object]) -> None:
    """Print problems for the person, beside the answer."""
    for one in found:
        print(one, file=sys.stderr)  # noqa: T201  a command line
