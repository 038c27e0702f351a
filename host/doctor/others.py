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
    names = ", ".join(f"{row['name']} ({row['origin']})" for row in scan.rows)
    if scan.changed:
        text = f"what was kept of them was out of date, and is now: {names or 'none'}"
        yield notice(_SUBJECT, text, f"See {paths.ROOT}/bin/tidegate slices.")
    elif names:
        yield fine(_SUBJECT, names)
