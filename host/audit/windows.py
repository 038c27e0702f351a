"""The labels that visits are sorted by: the model, or before and after a day."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from host.audit.replay import Visit

NO_MODEL = "(unknown)"


def day(text: str) -> datetime:
    """Return the beginning of a day (`2026-11-30`) in UTC; raises `ValueError`."""
    return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)


def of_model(visit: Visit) -> str:
    """Return the model of the visit."""
    return visit.model or NO_MODEL


def around(first: datetime) -> Callable[[Visit], str]:
    """Return what sorts visits into those before a day and those from it on."""
    names = (f"before {first:%Y-%m-%d}", f"from {first:%Y-%m-%d}")
    return lambda visit: names[visit.when >= first]
