"""Writes each slice's last-resort.CLIENT: the hook entry answers from it before any full run."""

import sys

from host.bare import write_file
from host.clients import load
from host.last_resort import shell_text, shipped
from host.paths import ROOT
from host.refusals import NO_INTERPRETER, host_broke

_CONFIG = "~/.config/tidegate/config.json"
_ROOT = "<the folder of tidegate>"


def path(name: str, client: str) -> str:
    """Return the file that the slice ships for the client."""
    return f"{ROOT}/slices/{name}/last-resort.{client}"


def text(name: str, client: str) -> str:
    """Return what the shipped file has to hold, with no path of this machine in it.

    It is empty for a slice that is off as shipped, or that has nothing to look for.
    """
    if not dict(shipped()).get(name):
        return ""
    reason = host_broke(name, "install", NO_INTERPRETER, file=_CONFIG, root=_ROOT)
    return shell_text(load(client), {name: reason}, _ROOT)


if __name__ == "__main__":
    for client in sys.argv[1:]:
        for name, _ in shipped():
            if text(name, client):
                write_file(path(name, client), text(name, client).encode("ascii"))
