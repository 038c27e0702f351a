"""`tidegate uninstall`: the client's settings as they were before `install`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.cli.install import FINE, change, settings_of
from host.cli.install import common as arguments
from host.settings import Plan, taking_out

if TYPE_CHECKING:
    import argparse

__all__ = ["arguments", "run"]


def run(options: argparse.Namespace) -> int:
    """Take tidegate out of the client's settings, whichever way it is in."""
    settings = settings_of(options.client)

    def planned(file: str) -> Plan:
        return taking_out(file, settings.all_entries())

    code = change(options, planned, "tidegate is not installed there")
    if code == FINE and not options.dry_run and (left := settings.left()):
        print(left)
    return code
