"""`tidegate uninstall`: the client's settings as they were before `install`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.cli.install import FINE, arguments, change, settings_of
from host.settings import taking_out

if TYPE_CHECKING:
    import argparse

__all__ = ["arguments", "run"]


def run(options: argparse.Namespace) -> int:
    """Take tidegate out of the client's settings."""
    code = change(options, taking_out, "tidegate is not installed there")
    if code == FINE and not options.dry_run and (left := settings_of(options.client).left()):
        print(left)
    return code
