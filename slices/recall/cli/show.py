"""`tidegate note show`: notes as they stand in their files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slices.recall import notestore
from slices.recall.cli import desk
from slices.recall.cli.desk import FINE, FOUND

if TYPE_CHECKING:
    import argparse

    from slices.recall.cli.desk import Filed


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    desk.add_id(parser)


def run(options: argparse.Namespace) -> int:
    """Print the notes; return 1 where one has something wrong in it."""
    found = desk.filed(options.id, mine=options.mine)
    desk.complain(problem for one in found for problem in one.wrong)
    values = [desk.as_json(one.note) for one in found if one.note is not None]
    desk.say(values, "\n".join(map(_text, found)), options)
    return FOUND if any(one.wrong for one in found) else FINE


def _text(one: Filed) -> str:
    text = notestore.read_text(one.file)
    return f"{one.file}:\n{text}" if isinstance(text, str) else ""
