"""One event out of a session that a client recorded, in the client's own shape."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

if TYPE_CHECKING:
    from datetime import datetime


@frozen
class Recorded:
    """An event as the client's hook would have got it, and when it happened under which model.

    `when` has a time zone. `model` is "" where the record does not say.
    """

    event: dict[str, Any]
    session: str
    model: str
    when: datetime
