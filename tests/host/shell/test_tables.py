"""The names by which a module of the shell model is loaded are those of the table in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from host.later import LATER
from host.shell import assigning, calls, reentries, wrappers
from host.shell.grammar import commands, compounds

if TYPE_CHECKING:
    from collections.abc import Mapping

TABLES: dict[str, tuple[frozenset[str], Mapping[str, Any]]] = {
    "assigning": (calls.ASSIGNS, assigning.ASSIGNING),
    "reentries": (calls.REENTERS, reentries.SHELL_WRAPPERS),
    "wrappers": (calls.WRAPS, wrappers.CHILD_WRAPPERS),
    "grammar.compounds": (commands.COMPOUND, compounds.COMPOUNDS),
}


@pytest.mark.parametrize("name", TABLES)
def test_the_names_are_the_tables(name: str) -> None:
    names, table = TABLES[name]
    assert names == table.keys()
    assert f"host.shell.{name}" in LATER
