"""`tidegate slices`: which slice is on, who said so, and every option with who set it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import attrs

from host import discovery, outside, registry
from host.cli import dry
from host.cli.names import said_by
from host.cli.terminal import complain, say, say_json, table
from host.errors import ConfigError
from host.layers import Origin
from host.registry import Broken
from host.settle import settle

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from host.config import Entry
    from host.discovery import Scan
    from host.house import House
    from host.settle import Settled

FINE, FOUND, WRONG_USE = 0, 1, 2
_DEFAULT = "default"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.epilog = (
        "It is about the project of this folder. Exit code: 0 fine, 1 the configuration has a fault"
        " or a slice did not load, 2 there is no configuration at all."
    )


def run(options: argparse.Namespace) -> int:
    """List the slices; return the exit code."""
    scan = discovery.renew()
    try:
        house = dry.house()
    except ConfigError as error:
        complain(str(error))
        return WRONG_USE
    rows = [_row(entry, one) for entry, one in _settled(house)]
    if options.json:
        say_json(_as_json(house, rows, scan))
    else:
        _show(rows)
        for problem in (*scan.problems, *house.config.problems, *house.config.refused):
            complain(str(problem))
    broken = any(row["state"] == "broken" for row in rows)
    return FOUND if house.config.problems or scan.problems or broken else FINE


def _settled(house: House) -> Iterator[tuple[Entry, Settled | None]]:
    """Yield each slice with its options, those of this repo that are off too."""
    known = {one.member.name: one for one in house.settled}
    for entry in house.config.entries:
        if entry.name in known:
            yield entry, known[entry.name]
        elif outside.find(entry.name) is None:
            (member,) = registry.load((entry.name,))
            yield entry, settle(member, entry, ())
        else:  # another distribution's code is not run before it is switched on
            yield entry, None


def _row(entry: Entry, one: Settled | None) -> dict[str, Any]:
    broken = one.member if one is not None and isinstance(one.member, Broken) else None
    state = ("broken" if broken else "on") if entry.enabled else "off"
    other = outside.find(entry.name)
    return {
        "name": entry.name,
        "enabled": entry.enabled,
        "state": state,
        "layer": entry.origin.layer,
        "said_by": said_by(entry.origin),
        "distribution": None if other is None else other.origin,
        "why": None if broken is None else broken.failure.detail,
        "options": [] if one is None else list(_options(one)),
    }


def _options(one: Settled) -> Iterator[dict[str, Any]]:
    if isinstance(one.member, Broken):
        return
    for name, value in attrs.asdict(one.member.options, recurse=False).items():
        given = one.origins.get(name)
        origin = None if given is None else Origin(given.layer, given.file)
        yield {
            "name": name,
            "value": list(value) if isinstance(value, tuple) else value,
            "layer": _DEFAULT if origin is None else origin.layer,
            "said_by": _DEFAULT if origin is None else said_by(origin),
        }


def _as_json(house: House, rows: list[dict[str, Any]], scan: Scan) -> dict[str, Any]:
    return {
        "project": house.here.root or None,
        "project_file": house.here.file or None,
        "trusted": house.config.trusted,
        "slices": rows,
        "problems": [str(problem) for problem in house.config.problems],
        "left_out": list(scan.problems),
        "refused": [str(problem) for problem in house.config.refused],
    }


def _show(rows: list[dict[str, Any]]) -> None:
    table(("slice", "state", "said by"), [(r["name"], r["state"], r["said_by"]) for r in rows])
    options = [
        (f"{row['name']}.{one['name']}", json.dumps(one["value"]), one["said_by"])
        for row in rows
        for one in row["options"]
    ]
    if options:
        say("")
        table(("option", "value", "said by"), options)
    for row in rows:
        if row["state"] == "broken":
            complain(f"{row['name']} did not load: {row['why']}")
