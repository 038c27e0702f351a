"""Asks each slice that is on for what it finds wrong with its own data, such as people's notes."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from host import outside
from host.errors import describe
from host.findings import Finding, wrong

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def look(names: Iterable[str], folder: str) -> Iterator[Finding]:
    """Call `checkup(folder)` of each slice that has a module `checkup`."""
    for name in names:
        checkup = f"{outside.package_of(name)}.checkup"
        try:
            module = importlib.import_module(checkup)
        except ModuleNotFoundError as error:
            if error.name == checkup:
                continue
            yield _broke(name, error)
            continue
        except (Exception, SystemExit) as error:  # noqa: BLE001  one slice's defect leaves the others
            yield _broke(name, error)
            continue
        try:
            yield from module.checkup(folder)
        except (Exception, SystemExit) as error:  # noqa: BLE001  as above
            yield _broke(name, error)


def _broke(name: str, error: BaseException) -> Finding:
    mend = "Its own data may be damaged; see its page under See Also, and report this."
    return wrong(f"slice {name}", f"its checkup broke: {describe(error)}", mend)
