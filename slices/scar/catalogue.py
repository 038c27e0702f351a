"""Which scars are loaded: those that ship, without the ones a person has switched off."""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

from slices.scar.spelling import may_hold

if TYPE_CHECKING:
    from collections.abc import Mapping

    from slices.scar.contract import Scar
    from slices.scar.options import Options

SHIPPED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "heredoc_py": ("<<",),
        "transport": ("\\\\",),
        "stdin_hang": ("<<",),
        "backticks": ("`", "$("),
    }
)
"""Modules of `slices/scar/scars`, in the order in which they are asked, with the texts of which one
stands in every command that the scar acts on: a call without them does not load it."""


def shipped() -> tuple[Scar, ...]:
    """Return every scar that ships; raises `ContractError` for one that breaks its contract."""
    return tuple(map(_scar, SHIPPED))


def in_force(options: Options, command: str) -> tuple[Scar, ...]:
    """Return the scars that are asked about a command under these options."""
    near = (_scar(name) for name, texts in SHIPPED.items() if may_hold(command, texts))
    return tuple(scar for scar in near if scar.id not in options.off)


def _scar(name: str) -> Scar:
    scar: Scar = import_module(f"slices.scar.scars.{name}").SCAR
    return scar
