"""`tidegate host status` and `tidegate host stop`: the warm host of this copy and person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.environment import ready
from host.warm.control import running, stop
from host.warm.places import SWITCH, socket_file

if TYPE_CHECKING:
    import argparse

FINE, FOUND = 0, 1


def arguments(parser: argparse.ArgumentParser) -> None:
    """Take what to do."""
    parser.add_argument("action", choices=("status", "stop"))


def run(options: argparse.Namespace) -> int:
    """Say whether a warm host runs, or end it; 1 where there is none, or none that ends."""
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
