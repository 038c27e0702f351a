"""The counters that recall adds to in the ledger; tool and client stand beside each row."""

from __future__ import annotations

NAMED = "named"
"""A call named an anchor that has a note."""

DELIVERED = "delivered"
"""A note was delivered before the call; the detail is its id."""

LATE = "late"
"""A note was delivered after the call that changed its file; the detail is its id."""

REPEAT = "repeat"
"""A note was not delivered, since the session has it; the detail is its id."""

RETIRED_BEFORE = "retired-before"
"""A note was not delivered, since it is retired for this file; the detail is its id."""

LEFT_OUT = "left-out"
"""A note that was due did not fit and was only named; the detail is its id."""

RETIRED = "retired"
"""A note was retired for a file; the detail is what wrote it (`sed`, `redirect`, `edit`)."""

ASKED = "asked"
"""A write was put to the person; the detail is the note's id."""

DARK = "dark"
"""A command has words whose value exists only while it runs: what they name is not seen."""

DARK_READ = "dark-read"
"""An anchored file was read during a call that did not name it, as far as access times tell."""

DARK_WRITE = "dark-write"
"""An anchored file was changed by a call that did not name it; the detail is the file."""
