"""`tidegate note rm`: removes notes."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from slices.recall import notestore, problems
from slices.recall.cli import desk
from slices.recall.cli.desk import FINE, Refused

if TYPE_CHECKING:
    import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    desk.add_id(parser)


def run(options: argparse.Namespace) -> int:
    """Remove the notes' files; one that another process has removed is removed."""
    found = desk.filed(options.id, mine=options.mine)
    for one in found:
        try:
            with contextlib.suppress(FileNotFoundError):
                notestore.remove(one.folder, one.id)
        except OSError as error:
            raise Refused(problems.unwritable(one.folder.path, error)) from error
    ids = [one.id for one in found]
    desk.say({"removed": ids}, "\n".join(f"{one}: removed" for one in ids), options)
    return FINE
