"""`tidegate setup`: the core is ready once the command runs; the slices' packages follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host import discovery
from host.cli.place import working_folder
from host.cli.terminal import complain
from host.environment import ready
from host.extras import COMMAND_LINE
from host.here import Here
from host.last_resort import enabled
from host.screen import Progress
from host.setup import SetUpError, ensure_slice

if TYPE_CHECKING:
    import argparse

READY, WRONG_USE = 0, 2


def arguments(parser: argparse.ArgumentParser) -> None:
    """Take no arguments."""
    parser.epilog = "Exit code: 0 it is ready, 2 something could not be set up."


def run(_options: argparse.Namespace) -> int:
    """Set up what the slices need that are on, and say where everything is."""
    print(f"ready: {ready()}")
    for problem in discovery.renew().problems:
        complain(problem)
    names = enabled(Here(working_folder()))
    with Progress(len(names) + 1) as progress:
        for name in names:
            progress.step(f"packages of {name}")
            try:
                site = ensure_slice(name, complain)
            except SetUpError as error:
                complain(f"{name} is not set up: {error}")
                return WRONG_USE
            if site:
                print(f"ready: {site}")
        progress.step("packages of the command line")
        _set_up_command_line()
    return READY


def _set_up_command_line() -> None:
    """Set up what tables and colour need; without it the commands print plain text."""
    try:
        site = ensure_slice(COMMAND_LINE, complain)
    except SetUpError as error:
        complain(f"the commands print plain text: {error}")
    else:
        print(f"ready: {site}")
