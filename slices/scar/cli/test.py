"""`tidegate scar test`: holds scars to their own cases, and their predicates part by part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from slices.scar import trial
from slices.scar.cli import desk
from slices.scar.cli.desk import FINE, FOUND

if TYPE_CHECKING:
    import argparse

    from slices.scar.cli.desk import Known


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    parser.add_argument("id", metavar="ID", nargs="?", help="a scar's id; all without one")
    parser.add_argument(
        "--mutants", action="store_true", help="weaken each predicate and see whether a case tells"
    )


def run(options: argparse.Namespace) -> int:
    """Print what does not hold; return 1 where there is anything."""
    found = desk.shelf()
    known = desk.chosen(found, options.id) if options.id else found.known
    problems = () if options.id else found.problems
    rows = [_row(one, mutants=options.mutants) for one in known]
    desk.complain(problems)
    desk.say(rows, "\n".join(map(_text, rows)), options)
    bad = any(row["wrong"] or row["survivors"] for row in rows)
    return FOUND if bad or problems else FINE


def _row(one: Known, *, mutants: bool) -> dict[str, Any]:
    scar = one.scar
    wrong = [
        {"case": w.case.id, "expected": w.expected, "got": w.got}
        for w in trial.wrong(scar, one.folder)
    ]
    return {
        "id": scar.id,
        "whose": one.whose,
        "must_block": len(scar.must_block),
        "must_pass": len(scar.must_pass),
        "wrong": wrong,
        "mutants": len(list(scar.predicate.mutants())) if mutants else None,
        "survivors": list(trial.survivors(scar, one.folder)) if mutants else [],
    }


def _text(row: dict[str, Any]) -> str:
    blocked = "1 case" if row["must_block"] == 1 else f"{row['must_block']} cases"
    lines = [f"{row['id']}: {blocked} that must be blocked, {row['must_pass']} that must pass"]
    lines += [f"  {w['case']}: expected {w['expected']}, got {w['got']}" for w in row["wrong"]]
    if row["mutants"] is not None:
        noticed = row["mutants"] - len(row["survivors"])
        lines.append(f"  {noticed} of {row['mutants']} weaker predicates are noticed by a case")
    lines += [f"  no case notices: {name}" for name in row["survivors"]]
    return "\n".join(lines)
