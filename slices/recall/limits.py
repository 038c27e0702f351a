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

PATTERN_FILES_MAX = 50
"""Files on the disk that a shell pattern names and that glob anchors are tested against."""

TOUCHES_MAX = 256
"""Paths of one call that are looked up; a command that names more is generated text."""

NOTES_PER_ANSWER_MAX = 8
"""Notes in one answer: a model reads a short list, and the rest is named."""

NOTES_MAX_CHARACTERS = 8_600
"""All notes of one answer: the client takes about 9,500, and other slices may have context too."""

NAMED_MAX = 20
"""Notes that did not fit and are named one by one; beyond, they are counted."""

OFFER_SECONDS = 30
"""A note whose answer was not handed over by then counts as never delivered; an answer takes at
most 20 s."""

LOOKED_AT_MAX = 400
"""Anchored files whose state is looked at after a call: under two milliseconds."""

RECORD_MAX_CHARACTERS = 60_000
"""What is remembered about one call or one folder's files; the store takes 64 KiB under one key."""

RENEW_DAYS = 30
"""A retirement that is met is kept afresh after this, since the store forgets after 90 days."""

NOTE_FILES_STAMPED_MAX = 512
"""Note files that the hook entry looks at for an edit in place, in about a millisecond."""

FOLDER_DEPTH_MAX = 3
"""How deep below a folder operand anchors count, where the option is on."""

CRUDE_NOTES_MAX = 200
"""Note files read by the error handler where no watch can be trusted."""

DETAIL_MAX_CHARACTERS = 300
"""A failure's detail is cut here in the reason: the ledger has the rest."""

FILES_SEARCHED_PER_GLOB_MAX = 100_000
"""Files that `note check` looks at for one glob, in about a second; what it did not look at is
taken to be there."""
