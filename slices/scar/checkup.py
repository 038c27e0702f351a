"""What a person should know of the scars that count in a folder: those that cannot be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.findings import Finding, fine, wrong
from slices.scar.catalogue import shipped
from slices.scar.own import places
from slices.scar.own.read import files, read

if TYPE_CHECKING:
    from collections.abc import Iterator

_SUBJECT = "slice scar"


def checkup(folder: str) -> Iterator[Finding]:
    """Read every scar of people's own, hold it to its cases, and name those that are not asked."""
    ids = tuple(scar.id for scar in shipped())
    count = 0
    for place in places.in_force(folder):
        found, problems = files(place)
        faults = (fault for file in found for fault in read(file, ids).problems)
        for problem in (*problems, *faults):
            yield wrong(_SUBJECT, str(problem), f"Mend the scar, or remove {problem.file}.")
        count += len(found)
    yield fine(_SUBJECT, f"{count} scars of your own and the project's were read")
