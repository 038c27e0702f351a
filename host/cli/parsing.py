"""How command lines are read: what is wrong is told with the nearest name, or with the help."""

from __future__ import annotations

import argparse
import difflib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from host.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence

WRONG_USE = 2


class Parser(argparse.ArgumentParser):
    """A parser whose sub-parsers are of its kind, and say what the library's do not."""

    commands: argparse._SubParsersAction[Parser] | None = None

    def add_subparsers(self, **given: Any) -> argparse._SubParsersAction[Parser]:  # type: ignore[override]
        """Take sub-commands; without any word the help is shown, which lists them."""
        self.commands = super().add_subparsers(**given)
        return self.commands

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """Parse what is known, as the library does; sub-parsers are called through it."""
        if self.commands is not None and not (sys.argv[1:] if args is None else args):
            self.print_help(sys.stderr)
            self.exit(WRONG_USE)
        options, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unexpected: {' '.join(unknown)}. Put quotes around what belongs together.")
        return options, unknown

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        known = [str(one) for one in action.choices]
        near = difflib.get_close_matches(str(value), known, n=1)
        hint = f' Did you mean "{near[0]}"?' if near else ""
        message = f'expected one of these ({", ".join(known)}), got "{value}".{hint}'
        raise argparse.ArgumentError(action, message)


class Version(argparse.Action):
    """Prints what a report of a defect has to name, and ends."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:  # noqa: A002
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print the versions of tidegate and of Python, with the places of both."""
        python = ".".join(map(str, sys.version_info[:3]))
        print(f"tidegate {_version()} in {ROOT}, Python {python} in {sys.executable}")
        parser.exit()


def _version() -> str:
    import tomllib

    with Path(ROOT, "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])
