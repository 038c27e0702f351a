"""`tidegate scar audit`: how often recorded sessions tried what a scar blocks, before and after."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import attrs

from host import ledger, paths
from host.audit.figures import Tally
from host.audit.options import add_span, span
from host.audit.sessions import Asked
from host.audit.windows import around, of_model
from host.errors import unusable
from host.screen import aligned
from host.state import State
from slices.scar import counts
from slices.scar.cli import desk
from slices.scar.cli.desk import FINE, FOUND, Refused
from slices.scar.own.places import NAME

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from host.audit.figures import Figure
    from host.audit.replay import Visit
    from host.ledger import Row

ATTEMPT = "attempt"
ATTEMPTS = frozenset({counts.NEEDED, counts.UNNEEDED, counts.BLOCKED})
HEAD = ("when and model", "attempts", "sessions that tried", "share", "attempts each")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    parser.add_argument("id", metavar="ID", nargs="?", help="a scar's id; without one, each scar")
    add_span(parser)
    parser.epilog = (
        "A scar's first day is --first-day, else the day of its first row in the ledger. Without"
        " either, all sessions are counted together."
    )


@attrs.define
class Watched:
    """One scar's id, its first day where it has one, and the figures of its attempts."""

    id: str
    first: datetime | None
    tally: Tally = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.tally = Tally(self._label, self._what)

    def figures(self) -> Iterator[Figure]:
        """Yield attempts per window and model, none where nobody tried."""
        return self.tally.figures([(NAME, ATTEMPT)])

    def _label(self, visit: Visit) -> str:
        if self.first is None:
            return of_model(visit)
        return f"{around(self.first)(visit)}, {of_model(visit)}"

    def _what(self, row: Row) -> str:
        mine = row.slice == NAME and row.detail.partition(" ")[0] == self.id
        return ATTEMPT if mine and row.name in ATTEMPTS else ""


def run(options: argparse.Namespace) -> int:
    """Ask the scars about each recorded call, and print their attempts."""
    watched = _watched(options)
    asked = Asked(span(options))
    try:
        for visit in asked:
            for one in watched:
                one.tally.add(visit)
    except OSError as error:
        raise Refused(unusable(error)) from error
    found = [_as_json(one) for one in watched]
    text = "\n\n".join((asked.told(), *map(_text, watched)))
    desk.say({**asked.as_json(), "scars": found}, text, options)
    return FINE if asked.calls else FOUND


def _watched(options: argparse.Namespace) -> list[Watched]:
    shelf = desk.shelf()
    known = desk.chosen(shelf, options.id) if options.id else shelf.known
    state = State(paths.state_folder())
    try:
        ids = dict.fromkeys(one.scar.id for one in known)
        return [Watched(name, options.first_day or _first_day(state, name)) for name in ids]
    finally:
        state.close()


def _first_day(state: State, name: str) -> datetime | None:
    found = ledger.first_time(state, NAME, name)
    if found is None:
        return None
    return datetime.fromtimestamp(found, UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def _as_json(one: Watched) -> dict[str, Any]:
    return {
        "id": one.id,
        "first_day": f"{one.first:%Y-%m-%d}" if one.first else None,
        "windows": [
            {
                "label": figure.label,
                "attempts": figure.times,
                "sessions_that_tried": figure.tried,
                "sessions": figure.sessions,
                "share": round(figure.share, 4),
                "attempts_each": round(figure.each, 4),
            }
            for figure in one.figures()
        ],
    }


def _text(one: Watched) -> str:
    rows = [
        (
            figure.label,
            str(figure.times),
            f"{figure.tried} of {figure.sessions}",
            f"{figure.share:.0%}",
            f"{figure.each:.1f}",
        )
        for figure in one.figures()
    ]
    return f"{one.id}\n{aligned(HEAD, rows)}" if rows else f"{one.id}: no recorded call"
