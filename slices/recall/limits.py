"""The bounds of recall: each with its unit in the name, and why it has that value."""

NOTE_FILE_MAX_BYTES = 64 * 1024
"""A note is a paragraph; a larger file is something else that lies in the folder."""

TEXT_MAX_CHARACTERS = 8_000
"""One note has to fit into one answer, of which the client takes about 9,500 characters."""

ANCHORS_PER_NOTE_MAX = 64
"""A note for more files than this says it better with a glob."""

ANCHOR_MAX_CHARACTERS = 1_024
"""Longer than any path that people type; it bounds what matching one glob costs."""

FIELD_MAX_CHARACTERS = 200
"""Author and session are names, not texts."""

NOTES_PER_FOLDER_MAX = 100_000
"""A thousand times what a busy project writes in a year; the index is measured up to here."""

NOTES_READ_PER_CALL_MAX = 2_000
"""Changed notes that one call reads (about half a second); the calls after it read the rest."""

FILES_CHECKED_PER_CALL_MAX = 200
"""Note files looked at per call for an edit in place (under a millisecond); a folder with more is
looked through in turns."""

RACY_MILLISECONDS = 2_000
"""A folder that changed this shortly before it was read is read again: two changes within one tick
of a file system's clock (2 s on FAT) look like one."""

GLOBS_TESTED_PER_PATH_MAX = 2_000
"""Globs of the folders above one path; more than this is a generated folder, not notes."""

PATTERN_ANCHORS_MAX = 5_000
"""Anchors tested against one shell pattern; testing them stays under 20 ms."""

MATCHES_PER_LOOKUP_MAX = 200
"""One answer holds a handful of notes; the rest is only counted."""

INDEX_BUSY_MILLISECONDS = 500
"""How long a call waits for another process that is bringing the index up to date."""

PROBLEMS_LISTED_MAX = 100
"""Notes that cannot be read, in one listing; a person mends these and sees the rest then."""

PARENTS_MAX = 64
"""Folders looked at above the session's for the project's root; no tree of sources is deeper."""
