"""`tidegate scar`: its sub-commands, each in a module of its own."""

from __future__ import annotations

import argparse
import importlib
import sys
from typing import TYPE_CHECKING

from host.errors import ConfigError, StateError
from slices.scar.cli.desk import Refused

if TYPE_CHECKING:
    from types import ModuleType

WRONG_USE = 2
ACTIONS = {
    "list": "list the scars that count here",
    "show": "show the whole contract of a scar, and what the ledger says about it",
    "test": "hold scars to their own cases",
    "audit": "count the attempts in recorded sessions, before and after a scar's first day",
    "new": "write a file that declares a scar of your own",
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = "Exit code: 0 fine, 1 something was found, 2 wrong use."
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, summary in ACTIONS.items():
        text = f"{summary[:1].upper()}{summary[1:]}."
        action = actions.add_parser(name, help=summary, description=text)
        action.add_argument("--json", action="store_true", help="print JSON")
        _module(name).arguments(action)


def run(options: argparse.Namespace) -> int:
    """Do it; return 0, 1 where something was found, 2 for wrong use."""
    try:
        return int(_module(options.action).run(options))
    except (Refused, ConfigError, StateError) as error:
        print(error, file=sys.stderr)  # noqa: T201  a command line
        return WRONG_USE


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"slices.scar.cli.{name}")
