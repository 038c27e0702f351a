"""The entry of the command line: it finds the command's module and sees to the environment.

A command's module offers `arguments(parser)` and `run(options) -> int`, the exit code.
"""

from __future__ import annotations

import argparse
import importlib
import sys

from host.setup import SetUpError, ensure

COMMANDS = {
    "demo": "send recorded client events through the real hook entry and show each answer",
    "check": "say what would happen to a shell command, for people",
    "explain": "show a shell command's parse and each slice's answer",
    "setup": "set up the environment now, and wait for it",
}
WRONG_USE = 2


def main(arguments: list[str]) -> int:
    """Run one command and return its exit code: 0 fine, 1 something was found, 2 wrong use."""
    chosen = next((word for word in arguments if not word.startswith("-")), "")
    if chosen in COMMANDS:
        try:
            sys.path.append(ensure(_say))
        except SetUpError as error:
            _say(f"not set up: {error}")
            return WRONG_USE
    options = _parser(chosen).parse_args(arguments)
    return int(importlib.import_module(f"host.cli.{options.command}").run(options))


def _parser(chosen: str) -> argparse.ArgumentParser:
    """Return the parser of all commands, with the arguments of the chosen one."""
    parser = argparse.ArgumentParser(
        prog="tidegate", description="Small, ordered controls on the tool calls of coding agents."
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        description = f"{summary[:1].upper()}{summary[1:]}."
        command = commands.add_parser(name, help=summary, description=description)
        if name == chosen:
            importlib.import_module(f"host.cli.{name}").arguments(command)
    return parser


def _say(text: str) -> None:
    print(f"tidegate: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
