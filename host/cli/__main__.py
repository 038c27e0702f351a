"""The entry of the command line: it finds the command's module and sees to the environment."""

# A command's module offers `arguments(parser)` and `run(options) -> int`, the exit code. A slice
# has commands of its own where it has a package `cli`, whose `COMMANDS` names them as here.

from __future__ import annotations

import errno
import importlib
import os
import sys
from typing import TYPE_CHECKING

from host.cli.parsing import Parser, Version
from host.environment import ready
from host.extras import COMMAND_LINE, missing
from host.here import Here
from host.last_resort import enabled, names, shipped
from host.screen import Progress, aside
from host.setup import SetUpError, ensure, ensure_slice

if TYPE_CHECKING:
    from types import ModuleType

COMMANDS = {
    "demo": "send recorded client events through the real hook entry and show each answer",
    "check": "say what would happen to a shell command, for people",
    "explain": "show a shell command's parse and each slice's answer",
    "slices": "list the slices: which are on, and who said so",
    "enable": "switch a slice on",
    "disable": "switch a slice off",
    "why": "explain a slice, or the last deny of this project",
    "audit": "say what the slices make of the sessions that the client recorded",
    "doctor": "try this install as the client uses it, and say what is wrong",
    "setup": "set up the environment now, and wait for it",
    "install": "put tidegate into a client's settings",
    "uninstall": "take tidegate out of a client's settings again",
    "host": "show or stop the process that answers calls faster",
    "new-slice": "make the folders and entries of a new slice",
}
FINE, FOUND, WRONG_USE = 0, 1, 2
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
"""What a write to an output of the caller's ends with that takes no more."""


def main(arguments: list[str]) -> int:
    """Run one command and return its exit code: 0 fine, 1 something was found, 2 wrong use."""
    _have_streams()
    chosen = next((word for word in arguments if not word.startswith("-")), "")
    commands = {**{name: (text, "") for name, text in COMMANDS.items()}, **_of_slices()}
    if chosen not in commands and chosen in names():
        aside(_is_a_slice(chosen, commands))
        return WRONG_USE
    if chosen in commands:
        if not _is_in_a_folder():
            aside("the folder that you are in is gone: change to another one")
            return WRONG_USE
        try:
            _set_up(commands[chosen][1])
        except SetUpError as error:
            aside(f"not set up: {error}")
            return WRONG_USE
    try:
        options = _parser(chosen, commands).parse_args(arguments)
    except Exception as error:
        if chosen != "doctor":
            raise
        aside(f"this copy is broken, install it anew: {error!r}")
        return FOUND
    try:
        return int(_module(options.command, commands[options.command][1]).run(options))
    except BrokenPipeError:  # whoever read the output has seen enough
        _give_up_output()
        return FINE
    except OSError as error:
        if error.errno not in FULL or error.filename is not None:
            raise
        _give_up_output()
        aside(f"the output cannot be written: {(error.strerror or str(error)).lower()}")
        return WRONG_USE


def _give_up_output() -> None:
    """Lead what is still to be flushed nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _have_streams() -> None:
    """Put what takes and gives nothing in the place of each stream that the caller closed."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115  for good


def _is_a_slice(name: str, commands: dict[str, tuple[str, str]]) -> str:
    own = [f"tidegate {command}" for command, (_, owner) in commands.items() if owner == name]
    ways = " and ".join([*own, f"tidegate why {name}"])
    return f"{name} is a slice and no command: see {ways}"


def _is_in_a_folder() -> bool:
    try:
        os.getcwd()  # noqa: PTH109  `Path.cwd` does the same
    except OSError:
        return False
    return True


def _set_up(owner: str) -> None:
    """Have the core's packages on the path, and those of the slice that owns the command.

    On first use those of the slices that are on come with them, and what shows tables.
    """
    extra = [] if ready() else [*missing(enabled(Here(os.getcwd()))), COMMAND_LINE]  # noqa: PTH109
    with Progress(1 + len(extra)) as progress:
        progress.step("the environment, once")
        sys.path.append(ensure(aside))
        for name in extra:
            progress.step(f"packages of {name}, once")
            if not _has_packages(name):
                break  # the next ones would wait for the same index
        if owner and (site := ensure_slice(owner, aside)):
            sys.path.append(site)


def _has_packages(name: str) -> bool:
    try:
        ensure_slice(name, aside)
    except SetUpError as error:
        aside(f"{name} is not set up: {error}")
        return False
    return True


def _of_slices() -> dict[str, tuple[str, str]]:
    """Return the commands of this repo's slices with summary and owner; the host's come first."""
    found: dict[str, tuple[str, str]] = {}
    for name in filter(str.isidentifier, dict(shipped())):
        try:
            own = importlib.import_module(f"slices.{name}.cli").COMMANDS
        except ModuleNotFoundError:
            continue
        except (Exception, SystemExit) as error:  # noqa: BLE001  one slice's defect leaves the other commands
            aside(f"the commands of the slice {name} cannot be loaded: {error!r}")
            continue
        found |= {key: (text, name) for key, text in own.items() if key not in COMMANDS}
    return found


def _module(command: str, owner: str) -> ModuleType:
    folder = f"slices.{owner}.cli" if owner else "host.cli"
    return importlib.import_module(f"{folder}.{command.replace('-', '_')}")


def _parser(chosen: str, known: dict[str, tuple[str, str]]) -> Parser:
    """Return the parser of all commands, with the arguments of the chosen one."""
    parser = Parser(
        prog="tidegate", description="Small, ordered controls on the tool calls of coding agents."
    )
    parser.add_argument("--version", action=Version, help="show the version and where it lies")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, (summary, owner) in known.items():
        description = f"{summary[:1].upper()}{summary[1:]}."
        command = commands.add_parser(name, help=summary, description=description)
        if name == chosen:
            _module(name, owner).arguments(command)
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
