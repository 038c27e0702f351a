"""`tidegate install`: this folder as a plugin of a client, in its settings file."""

from __future__ import annotations

import difflib
import importlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from host.settings import Plan, SettingsError, carry_out, putting

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

FINE, WRONG_USE = 0, 2
CLIENTS = ("claude-code",)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    common(parser)
    parser.add_argument(
        "--way",
        choices=("hook", "mod"),
        help="a process for each call, or a call from inside the client, which needs none; without"
        " it, what the clients on PATH can do",
    )


def common(parser: argparse.ArgumentParser) -> None:
    """Declare what counts for taking out, too."""
    parser.add_argument("client", metavar="CLIENT", choices=CLIENTS, help=", ".join(CLIENTS))
    parser.add_argument(
        "--scope",
        choices=("user", "project"),
        default="user",
        help="whose settings: the person's (default), or those of the project in this folder",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="show what would change, and change nothing"
    )
    parser.epilog = "Exit code: 0 done, or nothing to do; 2 the settings file cannot be used."


def run(options: argparse.Namespace) -> int:
    """Put tidegate into the client's settings, in one way and not in the other."""
    settings = settings_of(options.client)
    way = options.way or settings.way(os.environ.get("PATH", ""))
    others = [name for name in settings.WAYS if name != way]
    instead_of = tuple(entry for name in others for entry in settings.entries(name))

    def planned(file: str) -> Plan:
        return putting(file, settings.entries(way), instead_of)

    code = change(options, planned, "tidegate is installed already")
    if code == FINE and not options.dry_run:
        print(f"It counts for {settings.SCOPES[options.scope]}, from the next session on.")
        print(settings.TOLD[way])
    return code


def settings_of(client: str) -> Any:
    """Return the module that knows the client's settings."""
    return importlib.import_module(f"host.clients.{client.replace('-', '_')}_settings")


def change(
    options: argparse.Namespace,
    planned: Callable[[str], Plan],
    idle: str,
) -> int:
    """Plan the change, and show it or make it; `idle` is said where nothing changes."""
    settings = settings_of(options.client)
    file = settings.file(options.scope, str(Path.cwd()))
    try:
        plan = planned(file)
        if not plan.changes:
            print(f"Nothing to do: {idle} ({file}).")
        elif options.dry_run:
            print(_diff(plan), end="")
        else:
            carry_out(plan)
            print(
                f"{settings.NAME}: {file} {'is removed' if plan.after is None else 'is changed'}."
            )
    except SettingsError as error:
        print(f"tidegate: nothing was changed.\n{error}", file=sys.stderr)
        return WRONG_USE
    return FINE


def _diff(plan: Plan) -> str:
    """Return the change as a unified diff, with a missing file as an empty one."""
    before, after = ((text or "").splitlines(keepends=True) for text in (plan.before, plan.after))
    lines = difflib.unified_diff(before, after, plan.file, plan.file)
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)
