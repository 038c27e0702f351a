"""`tidegate disable`: switches a slice off, for the person or for the project of this folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.cli.enable import switch

if TYPE_CHECKING:
    import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    parser.add_argument("name", metavar="NAME", help="a slice's name, as `slices` lists them")
    parser.add_argument(
        "--project",
        action="store_true",
        help="for the project of this folder alone, in your own file: no project's file may",
    )
    parser.epilog = (
        "The next call of a tool goes by it. Exit code: 0 it is off, 1 another layer keeps it on,"
        " 2 wrong use, or a file that cannot be edited."
    )


def run(options: argparse.Namespace) -> int:
    """Switch the slice off and say what is in force now."""
    return switch(options.name, project=options.project, on=False)
