"""Whether a here-document's text reaches the file as it was written, and who changes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from slices.scar.heredoc.forms import Write
    from slices.scar.parsed import Parsed

_EXPANDED = "$`\\"


def transport_changes(write: Write, parsed: Parsed) -> bool:
    """Tell whether the way to the shell changes a body on this platform."""
    return any(parsed.transported(parsed.lines_of(one)) for one in write.documents)


def shell_changes(write: Write, parsed: Parsed) -> bool:
    """Tell whether the shell expands something in a body, its delimiter being unquoted."""
    open_ones = [one for one in write.documents if not one.quoted]
    return any(letter in parsed.lines_of(one) for one in open_ones for letter in _EXPANDED)
