"""Looks for slices of other distributions: whether what is kept of them is still so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host import discovery, outside, paths
from host.findings import Finding, fine, notice, wrong

if TYPE_CHECKING:
    from collections.abc import Iterator

_SUBJECT = "other slices"


def look() -> Iterator[Finding]:
    """Scan, keep what is found, and tell of it; nothing where there are none and never were."""
    scan = discovery.renew()
    for problem in scan.problems:
        yield wrong(_SUBJECT, problem, f"Mend or remove it in {outside.site()}.")
    there = [row for row in scan.rows if outside.Outside(row).is_there]
    names = ", ".join(f"{row['name']} ({row['origin']})" for row in there)
    for row in (row for row in scan.rows if row not in there):
        text = f"{row['name']} ({row['origin']}) is no longer in {outside.site()}"
        mend = f"Install it there again, or take its name out of {paths.config_file()}."
        yield notice(_SUBJECT, text, mend)
    if scan.changed:
        text = f"what was kept of them was out of date, and is now: {names or 'none'}"
        yield notice(_SUBJECT, text, f"See {paths.ROOT}/bin/tidegate slices.")
    elif names:
        yield fine(_SUBJECT, names)
