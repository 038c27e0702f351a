"""The commands that each scar's contract blocks, past the hook entry's triggers to the scar."""

# What must pass is left to the contract's own trial: nothing on the way can make a deny of it.

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import pytest

from host.last_resort import names

if TYPE_CHECKING:
    from tests.reports.whole import Whole

pytestmark = pytest.mark.skipif("scar" not in names(), reason="the slice scar was deleted")


def blocked() -> dict[str, list[tuple[dict[str, Any], str, str]]]:
    """Return the options, the scar and the command of each case, by its options."""
    shipped = importlib.import_module("slices.scar.catalogue").shipped()
    found: dict[str, list[tuple[dict[str, Any], str, str]]] = {}
    for scar in shipped:
        for case in scar.must_block:
            options = {"platform": case.platform, **case.options}
            row = (options, scar.id, case.command)
            found.setdefault(repr(sorted(options.items())), []).append(row)
    return found


def test_each_command_that_a_scar_must_block_comes_to_it(shared: Whole) -> None:
    missed = []
    for rows in blocked().values():
        shared.configure(scar={"options": rows[0][0]})
        shared.start()
        for _, scar, command in rows:
            if f"Denied by tidegate's scar {scar}:" not in shared.ask(command).reason:
                missed.append((scar, command))
    assert missed == []
