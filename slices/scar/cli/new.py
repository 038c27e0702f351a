"""`tidegate scar new`: writes a file that declares a scar, with cases that hold."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from host.errors import Problem
from host.paths import ROOT
from slices.scar.cli import desk
from slices.scar.cli.desk import FINE, Refused
from slices.scar.contract import is_id
from slices.scar.own import places
from slices.scar.own.template import TEMPLATE

if TYPE_CHECKING:
    import argparse

    from slices.scar.own.places import Place


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    parser.add_argument("id", metavar="ID", help="its id: lower-case words joined by dashes")
    parser.add_argument("--mine", action="store_true", help="keep it in your own folder")


def run(options: argparse.Namespace) -> int:
    """Write the file and say where it is; it is never written over."""
    name = options.id
    if not is_id(name):
        raise Refused(_wrong("ID", "lower-case words joined by dashes", f'"{name}"'))
    if any(one.scar.id == name for one in desk.shelf().known if one.whose == desk.SHIPPED):
        raise Refused(_wrong("ID", "a name that no shipped scar has", f'"{name}"'))
    path = f"{_place(mine=options.mine).path}/{name}{places.SUFFIX}"
    _write(path)
    text = f"{path}\nTo try it: {ROOT}/bin/tidegate scar test {name}"
    desk.say({"id": name, "file": path}, text, options)
    return FINE


def _place(*, mine: bool) -> Place:
    if mine:
        return places.mine()
    here = desk.cwd()
    if places.project(here) is None:
        expected = "a project (a folder with .git or .tidegate), or --mine"
        raise Refused(_wrong("the folder", expected, here))
    return places.in_force(here)[0]


def _write(path: str) -> None:
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)  # noqa: PTH103, PTH120  paths are texts
        with open(path, "x", encoding="utf-8") as file:  # noqa: PTH123  as above
            file.write(TEMPLATE)
    except FileExistsError:
        raise Refused(Problem(path, "", "no file yet", "one")) from None
    except OSError as error:
        why = (error.strerror or type(error).__name__).lower()
        raise Refused(Problem(path, "", "a folder that can be written to", why)) from error


def _wrong(at: str, expected: str, got: str) -> Problem:
    return Problem("tidegate scar new", at, expected, got)
