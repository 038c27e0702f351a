"""`tidegate enable`: switches a slice on, for the person or for the project of this folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host import discovery, paths, switching
from host.cli import dry, place
from host.cli.names import misnamed, said_by
from host.cli.terminal import complain, say
from host.errors import ConfigError
from host.screen import Progress
from host.settings import SettingsError, carry_out
from host.setup import SetUpError, ensure_slice

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from host.here import Here
    from host.settings import Plan

FINE, FOUND, WRONG_USE = 0, 1, 2


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    parser.add_argument("name", metavar="NAME", help="a slice's name, as `slices` lists them")
    parser.add_argument(
        "--project",
        action="store_true",
        help="for the project of this folder alone, in its .tidegate.json, which others get too",
    )
    parser.epilog = (
        "The next call of a tool goes by it. Exit code: 0 it is on, 1 another layer keeps it off,"
        " 2 wrong use, or a file that cannot be edited."
    )


def run(options: argparse.Namespace) -> int:
    """Switch the slice on, set up its packages, and say what is in force now."""
    for problem in discovery.renew().problems:
        complain(problem)
    code = switch(options.name, project=options.project, on=True)
    return code if code != FINE else _set_up(options.name)


def switch(name: str, *, project: bool, on: bool) -> int:
    """Edit the file, read back what is in force, and return the exit code."""
    command = "enable" if on else "disable"
    if (wrong := misnamed(command, name)) is not None:
        complain(str(wrong))
        return WRONG_USE
    here = place.here(dry.CLIENT)
    try:
        plans = _plans(name, here, project=project, on=on)
        for plan in plans:
            carry_out(plan)
    except SettingsError as error:
        complain(f"nothing was changed:\n{error}")
        return WRONG_USE
    mine, where = paths.config_file(), f" for {here.root}" if project else ""
    for plan in plans:
        say(f"{plan.file} has {name} {_word(on=on)}{where if plan.file == mine else ''} now.")
    if not plans:
        say(f"Nothing to change: {name} is {_word(on=on)} there already.")
    return _in_force(name, on=on)


def _plans(name: str, here: Here, *, project: bool, on: bool) -> Sequence[Plan]:
    file = paths.config_file()
    if project and on:
        return switching.here_on(file, name, here)
    plan = (
        switching.here_off(file, name, here) if project else switching.everywhere(file, name, on=on)
    )
    return (plan,) if plan.changes else ()


def _in_force(name: str, *, on: bool) -> int:
    """Say what counts in this folder after all layers."""
    try:
        config = dry.house().config
    except ConfigError as error:
        complain(str(error))
        return FOUND
    for problem in config.problems:
        complain(str(problem))
    entry = next(entry for entry in config.entries if entry.name == name)
    if entry.enabled is not on:
        complain(f"{name} is still {_word(on=not on)} here: {_holder(entry.origin.layer)}")
        complain(f"  said by {said_by(entry.origin)}")
    return FINE if entry.enabled is on and not config.problems else FOUND


def _holder(layer: str) -> str:
    return {
        "client": "your client's plugin options are stronger; change them on its plugin screen",
        "project": "the project's file switches it on; disable --project has the last word",
        "yours here": "your file says so for this project; use --project too",
    }.get(layer, "the configuration has a fault, and what was good last counts")


def _set_up(name: str) -> int:
    with Progress(1) as progress:
        progress.step(f"packages of {name}")
        try:
            ensure_slice(name, complain)
        except SetUpError as error:
            complain(f"{name} is on, but its packages are not set up: {error}")
            return FOUND
    return FINE


def _word(*, on: bool) -> str:
    return "on" if on else "off"
