"""`tidegate scar list`: the scars that count here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from slices.scar.cli import desk
from slices.scar.cli.desk import FINE, FOUND

if TYPE_CHECKING:
    import argparse

    from slices.scar.cli.desk import Known


def arguments(_parser: argparse.ArgumentParser) -> None:
    """Take no arguments of its own."""


def run(options: argparse.Namespace) -> int:
    """Print a line for each scar; return 1 where one of people's own cannot be asked."""
    off = desk.options().off
    found = desk.shelf()
    rows = [_row(one, on=one.scar.id not in off) for one in found.known]
    desk.complain(found.problems)
    desk.say(rows, "\n".join(map(_line, rows)), options)
    return FOUND if found.problems else FINE


def _row(one: Known, *, on: bool) -> dict[str, Any]:
    scar = one.scar
    return {
        "id": scar.id,
        "version": scar.version,
        "title": scar.title,
        "action": scar.action,
        "whose": one.whose,
        "file": one.file or None,
        "on": on,
    }


def _line(row: dict[str, Any]) -> str:
    state = "" if row["on"] else "  (off)"
    return f"{row['id']:16} {row['action']:8} {row['whose']:8} {row['title']}{state}"
