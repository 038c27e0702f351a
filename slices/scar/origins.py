"""Why each scar exists and when it goes, apart from the scar, so that a declaration loads none."""

from __future__ import annotations

from host.hook import Control

HEREDOC_PY = Control(
    name="heredoc-py",
    incident=(
        "On Windows the client hands a command to the shell through MSVCRT quoting and an MSYS2"
        " decoder that halves runs of backslashes, so escapes in string literals change: 8 syntax"
        " errors in .py files in 6 sessions within three days."
    ),
    evidence=(
        "39 of 43 here-document writes of the record worked, so about sixteen blocks were"
        " unnecessary for one that was necessary. The habit failed in three ways: the transport,"
        " an unquoted delimiter, and a delimiter inside the body."
    ),
    remove_when=(
        "The client hands commands over byte for byte on every platform, and a quarter of a year of"
        " the ledger shows no block that was necessary."
    ),
)

ORIGINS = (HEREDOC_PY,)
"""One per scar that ships, in the catalogue's order."""
