"""`tidegate scar show`: the whole contract of a scar, and what the ledger says about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from host import ledger, paths
from host.state import State
from slices.scar import counts
from slices.scar.cli import desk
from slices.scar.cli.desk import FINE
from slices.scar.own.places import NAME

if TYPE_CHECKING:
    import argparse

    from slices.scar.cli.desk import Known
    from slices.scar.contract import Case


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    parser.add_argument("id", metavar="ID", help="a scar's id")


def run(options: argparse.Namespace) -> int:
    """Print each scar of the id."""
    state = State(paths.state_folder())
    try:
        counted = ledger.details(state, NAME)
    finally:
        state.close()
    found = [shown(one, counted) for one in desk.chosen(desk.shelf(), options.id)]
    desk.say(found, "\n\n".join(map(_text, found)), options)
    return FINE


def shown(one: Known, counted: tuple[ledger.Detail, ...]) -> dict[str, Any]:
    """Return every field of the contract as JSON values, and the counters of the scar."""
    scar = one.scar
    return {
        "id": scar.id,
        "version": scar.version,
        "title": scar.title,
        "whose": one.whose,
        "file": one.file or None,
        "origin": scar.origin,
        "evidence": scar.evidence,
        "event": scar.event,
        "tools": sorted(scar.tools),
        "platforms": sorted(scar.platforms),
        "predicate": [part.name for part in (*scar.predicate.sources, *scar.predicate.clauses)],
        "action": scar.action,
        "after": scar.after,
        "way_out": scar.way_out,
        "must_block": [_case(case) for case in scar.must_block],
        "must_pass": [_case(case) for case in scar.must_pass],
        "measure": {
            name: getattr(scar.measure, name) for name in ("exposure", "hit", "unnecessary")
        },
        "retire_when": scar.retire_when,
        "ledger": figures(scar.id, counted),
    }


def figures(name: str, counted: tuple[ledger.Detail, ...]) -> dict[str, Any]:
    """Return exposures and blocks of a scar, and of the blocks the necessary and the others.

    `judged` says whether the scar tells them apart, `unnecessary_per_necessary` is None where none
    was necessary.
    """
    own = [one for one in counted if one.detail.partition(" ")[0] == name]
    total = {
        kind: sum(one.times for one in own if one.name == kind)
        for kind in (counts.EXPOSED, counts.NEEDED, counts.UNNEEDED, counts.BLOCKED)
    }
    causes = {one.detail.partition(" ")[2]: one.times for one in own if one.name == counts.NEEDED}
    needed, unneeded = total[counts.NEEDED], total[counts.UNNEEDED]
    return {
        "exposures": total[counts.EXPOSED],
        "blocks": needed + unneeded + total[counts.BLOCKED],
        "necessary": needed,
        "necessary_by": causes,
        "unnecessary": unneeded,
        "judged": needed + unneeded > 0,
        "unnecessary_per_necessary": round(unneeded / needed, 2) if needed else None,
    }


def _case(case: Case) -> dict[str, Any]:
    return {**attrs.asdict(case), "options": dict(case.options)}


def _text(found: dict[str, Any]) -> str:
    lines = [f"{found['id']}, version {found['version']}: {found['title']}"]
    lines += [f"  {name}: {_value(found[name])}" for name in _FIELDS if found[name]]
    for name, text in found["measure"].items():
        lines.append(f"  {name}: {text}")
    for kind in ("must_block", "must_pass"):
        lines.append(f"  {kind.replace('_', ' ')} ({len(found[kind])}):")
        lines += [f"    {case['id']}: {_command(case['command'])}" for case in found[kind]]
    return "\n".join([*lines, *_ledger(found["ledger"])])


_FIELDS = (
    *("whose", "file", "origin", "evidence", "event", "tools", "platforms", "predicate"),
    *("action", "after", "way_out", "retire_when"),
)


def _value(value: object) -> str:
    return "; ".join(map(str, value)) if isinstance(value, list) else str(value)


def _command(command: str) -> str:
    return command.rstrip("\n").replace("\n", "⏎")


def _ledger(of: dict[str, Any]) -> list[str]:
    told = [f"exposures {of['exposures']}, blocks {of['blocks']}"]
    if of["blocks"] and not of["judged"]:
        told.append("whether they were necessary is not known")
    elif of["blocks"]:
        causes = ", ".join(f"{name} {times}" for name, times in of["necessary_by"].items())
        necessary = f"{of['necessary']} ({causes})" if causes else "none"
        told.append(f"necessary {necessary}, unnecessary {of['unnecessary']}{_ratio(of)}")
    return ["  in the ledger:", *(f"    {line}" for line in told)]


def _ratio(of: dict[str, Any]) -> str:
    ratio = of["unnecessary_per_necessary"]
    return "" if ratio is None else f" ({ratio:g} to one necessary)"
