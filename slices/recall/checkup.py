"""What a person should know of the notes that count in a folder: those that cannot be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host import paths
from host.findings import Finding, fine, wrong
from slices.recall import folders
from slices.recall.index import open_index

if TYPE_CHECKING:
    from collections.abc import Iterator

_SUBJECT = "slice recall"


def checkup(folder: str) -> Iterator[Finding]:
    """Read every note that counts in the folder, and name those that cannot be read."""
    with open_index(folders.find(folder), paths.state_folder(), whole=True) as index:
        problems = list(index.problems())
        count = len(list(index.notes()))
    for problem in problems:
        yield wrong(_SUBJECT, str(problem), f"Mend the note, or remove {problem.file}.")
    yield fine(_SUBJECT, f"{count} notes can be read")
