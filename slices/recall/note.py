"""A note and its anchors as values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from attrs import frozen

if TYPE_CHECKING:
    from datetime import date

AnchorKind = Literal["path", "glob", "remote"]
Severity = Literal["caution", "stop"]
SEVERITIES: tuple[Severity, ...] = ("caution", "stop")


@frozen
class Anchor:
    """What a note is tied to.

    `text` is the anchor as the note has it. `path` is absolute and lexically normal; for a glob it
    is the absolute pattern. `host` is the machine of a remote anchor without the user, None on
    this one. A remote anchor can be a glob too: see `pattern`.
    """

    kind: AnchorKind
    text: str
    path: str
    host: str | None = None
    pattern: bool = False


@frozen
class Note:
    """One note.

    `text` is bounded and free of control characters. `source` is the note's file, `mine` whether
    it lies in the person's own folder. `retired` is the day on which a person retired it for good.
    """

    id: str
    text: str
    anchors: tuple[Anchor, ...]
    source: str
    mine: bool
    created: date | None = None
    author: str = ""
    session: str = ""
    severity: Severity = "caution"
    expires: date | None = None
    retired: date | None = None

    def counts_on(self, day: date) -> bool:
        """Whether the note is neither retired nor expired; it still counts on its last day."""
        return self.retired is None and (self.expires is None or day <= self.expires)
