"""`tidegate note stats`: what the ledger counted for recall, per client and tool."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from host import ledger, paths
from host.errors import StateError
from host.state import State
from slices.recall.cli import desk
from slices.recall.cli.desk import FINE, Refused

if TYPE_CHECKING:
    import argparse

SLICE = "recall"


def arguments(_parser: argparse.ArgumentParser) -> None:
    """Take no arguments of its own."""


def run(options: argparse.Namespace) -> int:
    """Print a line for each client, tool and counter."""
    state = State(paths.state_folder())
    try:
        found = ledger.counts(state, SLICE)
    except StateError as error:
        raise Refused(error) from error
    finally:
        state.close()
    rows = [f"{one.client:12} {one.tool or '-':10} {one.name:16} {one.times:>8}" for one in found]
    desk.say(
        [attrs.asdict(one) for one in found], "\n".join(rows) or "nothing counted yet", options
    )
    return FINE
