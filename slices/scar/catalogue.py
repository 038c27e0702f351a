"""Which scars are loaded: those that ship, without the ones a person has switched off."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from slices.scar.contract import Scar
    from slices.scar.options import Options

SHIPPED = ("heredoc_py", "transport", "stdin_hang", "backticks")
"""Modules of `slices/scar/scars`, in the order in which they are asked."""


def shipped() -> tuple[Scar, ...]:
    """Return every scar that ships; raises `ContractError` for one that breaks its contract."""
    return tuple(import_module(f"slices.scar.scars.{name}").SCAR for name in SHIPPED)


def in_force(options: Options) -> tuple[Scar, ...]:
    """Return the scars that are asked under these options."""
    return tuple(scar for scar in shipped() if scar.id not in options.off)
