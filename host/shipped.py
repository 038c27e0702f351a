"""Writes host/last-resort.CLIENT, from which the hook entry answers before the first full run."""

import sys

from host.bare import write_file
from host.clients import load
from host.last_resort import enabled, shell_text
from host.paths import ROOT
from host.refusals import NO_INTERPRETER, host_broke

_CONFIG = "~/.config/tidegate/config.json"
_ROOT = "<the folder of tidegate>"


def path(client: str) -> str:
    """Return the shipped file of the client."""
    return f"{ROOT}/host/last-resort.{client}"


def text(client: str) -> str:
    """Return what the shipped file has to hold, with no path of this machine in it."""
    reasons = {
        name: host_broke(name, "install", NO_INTERPRETER, file=_CONFIG, root=_ROOT)
        for name in enabled()
    }
    return shell_text(load(client), reasons)


if __name__ == "__main__":
    for named in sys.argv[1:]:
        write_file(path(named), text(named).encode("ascii"))
