"""The bounds of scar: each with its unit in the name, and why it has that value."""

CASES_PER_SCAR_MAX = 200
"""A scar with more cases than this is several scars."""

COMMAND_MAX_CHARACTERS = 512 * 1024
"""A longer command is not judged but held to the crude test: four times what a shell takes as one
argument."""

DOCUMENTS_MAX = 64
"""Here-documents of one command that are followed; a command with more is generated text."""

BODY_MAX_CHARACTERS = 256 * 1024
"""A Python body that is judged on its syntax tree; parsing this much takes about a second."""

BODIES_MAX = 16
"""Python bodies of one command that are judged: people and models write one or two."""

BODY_WORK_MAX_STEPS = 50_000
"""Statements and expressions followed in one body, function calls included."""

BODY_TEXTS_MAX = 64
"""Values that one name of a body may have at once: the file names of a loop over a list."""

BODY_TEXT_MAX_CHARACTERS = 64 * 1024
"""One such value; a longer text is no path, and 60 lines that double one would fill the memory."""

TARGETS_NAMED_MAX = 8
"""A reason names this many files and counts the rest."""

BODY_CALLS_MAX_LEVELS = 4
"""Calls of the body's own functions inside one another that are followed."""

SPANS_SHOWN_MAX = 8
"""A reason shows this many pieces of a command and counts the rest."""

AROUND_MAX_CHARACTERS = 24
"""Characters shown on either side of such a piece: enough to find it in the command."""

OWN_FILES_MAX = 32
"""Scars of one folder that are read; a project with more of them needs a slice."""

OWN_FILE_MAX_BYTES = 8 * 1024
"""One scar with its cases. A folder full of the slowest ones is tried in under three seconds."""

OWN_TEXT_MAX_CHARACTERS = 2_000
"""A text of a scar that a model reads: a screenful."""

OWN_WHENS_MAX = 16
"""Tables of one scar; more are several scars."""

OWN_PATTERNS_MAX = 64
"""Patterns of one scar, all of which one call may be held to."""

OWN_CASES_MAX = 40
"""Cases of one kind in one scar: what is tried when the file changed."""

OWN_CASE_MAX_CHARACTERS = 2_000
"""The command of one case; longer ones test the reader of the shell and no scar."""

OWN_WORK_MAX_STEPS = 20_000_000
"""Characters of text times those of patterns for one call: about a tenth of a second."""

PATTERN_MAX_CHARACTERS = 200
"""One pattern; a longer one is a list of names."""

RACY_MILLISECONDS = 20
"""A file that changed this lately may change again within the same tick of its clock."""

DETAIL_MAX_CHARACTERS = 300
"""A failure's detail is cut here in a text: the ledger has the rest."""

FILE_MAX_BYTES = 512 * 1024
"""A file that is parsed; a larger one is data, and parsing it would take a second."""

FILES_PARSED_MAX = 64
"""Changed files that are parsed after one call; a checkout of another branch changes hundreds."""

BYTES_PARSED_MAX = 2 * 1024 * 1024
"""All of them together: about two seconds of parsing, a quarter of what one call may take."""

BYTES_PARSED_BEFORE_MAX = 512 * 1024
"""Bytes parsed before a call, which waits for it; of the other files it is not known how they
were."""

BROKEN_NAMED_MAX = 8
"""Broken files that are told; a model mends these and sees the rest at the next call."""

NAMED_MAX = 32
"""Files that a command names and that are looked at before and after it."""

DIRTY_MAX = 32
"""Tracked files with changes that git has not seen, parsed before a call."""

TRACKED_MAX = 5_000
"""Tracked files whose status is read before and after a call: about 20 ms each time."""

INDEX_MAX_BYTES = 4 * 1024 * 1024
"""A git index of about 40,000 files; a larger one costs more to read than the look is worth."""

REF_MAX_BYTES = 4_096
"""A file of git that holds one name or one commit."""

REFS_MAX_BYTES = 1024 * 1024
"""Git's list of packed branches: about fifteen thousand of them."""

PARENTS_MAX = 64
"""Folders looked at above the session's for the repository's top; no tree of sources is deeper."""

FOLDERS_MAX = 2_000
"""Folders whose status is read for new files."""

FOLDER_ENTRIES_MAX = 5_000
"""Entries of folders that are looked through for new files after one call."""

FOLDER_DEPTH_MAX_LEVELS = 6
"""Levels of new folders that are looked into."""

CLOCK_SLACK_NANOSECONDS = 20_000_000
"""A file system takes its times from a clock that ticks every 4 to 16 milliseconds."""

GIT_SECONDS = 2
"""How long git may take to print one file of the past; it is asked only about a broken file."""

SNAPSHOTS_PER_AGENT_MAX = 16
"""Calls of one agent that may be under way; more are left from calls that never ended."""

SNAPSHOT_MAX_SECONDS = 24 * 60 * 60
"""No call runs for a day: what is older is left from one that never ended."""
