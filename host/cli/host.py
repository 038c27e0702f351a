"""`tidegate host`: whether the warm host of this copy and person runs, and how it is reached."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from host import clients
from host.cli.dry import CLIENT
from host.environment import ready
from host.shortcut import SWITCH
from host.warm.address import address
from host.warm.control import running, stop
from host.warm.places import socket_file

if TYPE_CHECKING:
    import argparse

FINE, FOUND = 0, 1


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    parser.add_argument(
        "action",
        choices=("status", "stop", "address"),
        help="status says whether one runs; stop ends it; address starts one where none runs, and"
        " prints as JSON what a client needs that asks it over HTTP: with the environment of this"
        " call in it, so do not show it around",
    )
    parser.epilog = "Exit code: 0 done, 1 there is none."


def run(options: argparse.Namespace) -> int:
    """Say whether a warm host runs, or end it; 1 where there is none, or none that ends."""
    if options.action == "address":
        return _address()
    path = socket_file(ready())
    if not path:
        print(f"no warm host: the platform has none, or {SWITCH} is cold")
        return FOUND
    pid = running(path)
    if not pid:
        print("no warm host runs; the next call that needs one starts it")
        return FINE if options.action == "stop" else FOUND
    if options.action == "status":
        print(f"process {pid} listens on {path}")
        return FINE
    ended = stop(path)
    print(f"process {pid} {'ended' if ended else 'does not end'}")
    return FINE if ended else FOUND


def _address() -> int:
    found = address(clients.load(CLIENT), ready())
    if found is None:
        return FOUND
    print(json.dumps(found))
    return FINE
