"""The names of scar's counters in the ledger; the detail begins with the scar's id."""

EXPOSED = "exposed"
"""A call in which the scar's failure could have happened."""

NEEDED = "block-needed"
"""A block whose text would have reached the file changed; the detail ends with who changes it."""

UNNEEDED = "block-unneeded"
"""A block whose text would have reached the file as it was."""

BLOCKED = "block"
"""What a scar of people's own hit: whether that was necessary it does not say."""

BROKEN = "broken-file"
"""A file that changed during a call and does not parse any more; the detail is its ending."""

NO_SNAPSHOT = "no-snapshot"
"""A call after which it could not be said how the files were before."""
