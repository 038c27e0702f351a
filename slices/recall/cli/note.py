"""`tidegate note`: its sub-commands, each in a module of its own."""

from __future__ import annotations

import argparse
import importlib
import sys
from typing import TYPE_CHECKING

from slices.recall.cli.desk import Refused

if TYPE_CHECKING:
    from types import ModuleType

WRONG_USE = 2
ACTIONS = {
    "add": "write a note for files",
    "list": "list the notes that count, all of them or those of files",
    "show": "show notes as they stand in their files",
    "edit": "change a note: its fields, its text, or all of it in your editor",
    "retire": "keep a note but deliver it no more",
    "rm": "remove a note",
    "check": "find notes that are expired, unreadable, or tied to files that are not there",
    "stats": "show what the ledger counted per tool and client",
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
    except Refused as refused:
        print(refused, file=sys.stderr)  # noqa: T201  a command line
        return WRONG_USE


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"slices.recall.cli.{name}")
