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
    parser = argparse.ArgumentParser(
        prog="tidegate", description="Small, ordered controls on the tool calls of coding agents."
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    chosen = next((word for word in arguments if not word.startswith("-")), "")
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=f"{summary}.".capitalize())
        if name == chosen:
            importlib.import_module(f"host.cli.{name}").arguments(command)
    options = parser.parse_args(arguments)
    try:
        sys.path.append(ensure(_say))
    except SetUpError as error:
        _say(f"not set up: {error}")
        return WRONG_USE
    return int(importlib.import_module(f"host.cli.{options.command}").run(options))


def _say(text: str) -> None:
    print(f"tidegate: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
