"""`tidegate setup`: the environment is ready once the command runs, so it only says where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.environment import ready

if TYPE_CHECKING:
    import argparse


def arguments(_parser: argparse.ArgumentParser) -> None:
    """Take no arguments."""


def run(_options: argparse.Namespace) -> int:
    """Say where the environment is."""
    print(f"ready: {ready()}")
    return 0
