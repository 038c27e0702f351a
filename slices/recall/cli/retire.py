"""`tidegate note retire`: keeps notes in their files and delivers them no more."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from slices.recall import notefile
from slices.recall.cli import desk
from slices.recall.cli.desk import FINE
from slices.recall.cli.edit import change

if TYPE_CHECKING:
    import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    desk.add_id(parser)


def run(options: argparse.Namespace) -> int:
    """Retire the notes."""
    found = desk.filed(options.id, mine=options.mine)
    today = str(datetime.now().astimezone().date())
    for one in found:
        change(one, lambda text: notefile.with_fields(text, {"retired": today}, None))
    ids = [one.id for one in found]
    desk.say({"retired": ids}, "\n".join(f"{one}: retired" for one in ids), options)
    return FINE
