"""`tidegate setup`: the core is ready once the command runs; the slices' packages follow."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from host.cli.place import working_folder
from host.environment import ready
from host.here import Here
from host.last_resort import enabled
from host.setup import SetUpError, ensure_slice

if TYPE_CHECKING:
    import argparse

READY, WRONG_USE = 0, 2


def arguments(_parser: argparse.ArgumentParser) -> None:
    """Take no arguments."""


def run(_options: argparse.Namespace) -> int:
    """Set up what the slices need that are on, and say where everything is."""
    print(f"ready: {ready()}")
    for name in enabled(Here(working_folder())):
        try:
            site = ensure_slice(name, _say)
        except SetUpError as error:
            _say(f"{name} is not set up: {error}")
            return WRONG_USE
        if site:
            print(f"ready: {site}")
    return READY


def _say(text: str) -> None:
    print(f"tidegate: {text}", file=sys.stderr, flush=True)
