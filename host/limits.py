"""The host's limits, each with its unit in its name and the reason for its value."""

EVENT_MAX_BYTES = 32 * 1024 * 1024
"""A client's event holds one tool call, and the largest seen is a whole file in `content`; three
times the 10 MB that a client has to get through still fits the child's memory many times over."""

KEPT_EVENTS_MAX = 16
"""Files for events that are being answered; that two calls at once meet in one matters only where
a front is killed."""

KEPT_EVENT_MAX_BYTES = 1024 * 1024
"""A larger event is not kept: its copy would cost what the answer does. If its front is killed, the
call is blocked instead of answered anew."""

ATTEMPT_SECONDS = 8.0
"""One run of the whole stack; eight cold calls at once on two cores took 4.6 s at the median."""

TOTAL_SECONDS = 20.0
"""All attempts on one event together: two thirds of the client's time-out of 30 s, so that the
last resort still has its turn on a machine that is slow to start a process."""

AFTER_SECONDS = 10
"""What the child may take for the ledger once the answer is out; nobody waits for it."""

CHILD_MEMORY_MAX_BYTES = 1024 * 1024 * 1024
"""Address space of the child: thirty times what a bare run takes, and little enough that a slice
that allocates without end fails within the deadline and does not push out the person's work."""

FRAME_MAX_BYTES = 16 * 1024 * 1024
"""A longer answer than half of the longest event is garbage in the pipe, not an answer."""

SHORTCUT_MAX_BYTES = 256 * 1024
"""The shortcut's file, and its source, are some twenty kilobytes."""

TRIGGER_FILE_MAX_BYTES = 1024 * 1024
"""A trigger or watch file is a few hundred bytes; a larger one is not read and means full path."""

CRUDE_MAX_CHARS = 256 * 1024
"""The crude test looks at this much of a command: more than a shell takes as one argument
(128 KiB on Linux), and its character scan stays under half a second."""

GUESSES_MAX = 1_000
"""Texts that can be the command of an event that cannot be read; an event has one."""

IDLE_MAX_CHARS = 16 * 1024
"""A command that does nothing of interest is short; the look at a longer one, two microseconds a
character and more, would cost a pass what the full path costs."""

CONFIG_MAX_BYTES = 1024 * 1024
"""A config file is a few hundred bytes; a larger one is an error, not a config."""

SETUP_RETRY_SECONDS = 300
"""A set-up that failed (no network) is not tried again at each call, and yet mends itself."""

SETUP_STEP_SECONDS = 300.0
"""One step of a set-up, a download over a slow line included."""

NOTE_MAX_BYTES = 64 * 1024
"""The kept message of a failed set-up: the end of an installer's output, never all of it."""

SHOWN_VALUE_MAX_CHARS = 60
"""A wrong value in an error message is there to be recognised, not to be read as a whole."""

AT_MAX_CHARS = 200
"""A path inside a config file; its keys are what somebody wrote, and can be of any length."""

SESSIONS_TOLD_MAX = 20
"""Sessions of which it is kept that they know of a broken host; nobody works in more at once."""

PROBLEMS_SHOWN_MAX = 20
"""Problems of a config file in one notice; a person mends these and sees the rest then."""

DETAIL_MAX_CHARS = 300
"""What a failure or a ledger row says about itself: a line or two, never a whole command."""

REASON_MAX_UNITS = 40_000
"""UTF-16 units of one deny; reasons up to about 50,000 characters were seen to arrive whole."""

CONTEXT_MAX_UNITS = 9_500
"""UTF-16 units of context; Claude Code replaces more than 10,000 by a 2 KB preview."""

STATE_WAIT_MILLISECONDS = 1_500
"""How long one call waits for state that other processes hold, over all its transactions and the
ledger: a transaction takes about a millisecond, but where many calls share a processor its process
may not be given one for a second, and that must not change an answer."""

STORE_ROWS_MAX = 10_000
"""Rows of one slice: more than a year's sessions leave, and read in under a millisecond."""

STORE_AGE_MAX_DAYS = 90
"""A session is not resumed after a quarter of a year."""

STORE_VALUE_MAX_BYTES = 64 * 1024
"""One value of a slice is a small record, not a file."""

LEDGER_ROWS_MAX = 100_000
"""Some months of denies and counts, in about 20 MB."""

WATCHED_FOLDER_FILE_MAX_BYTES = 4 * 1024 * 1024
"""What the front reads of one folder's watch: half a million names, read in a few milliseconds."""

WATCH_PIECES_MAX = 500
"""Texts of one folder that the front looks for anywhere in a call; past it, it wakes for all."""

LOOK_BACK_SECONDS = 2.0
"""A file's times count as during a call from this long before it: they may be a second coarse,
and the hook after a call starts a moment after the call ended."""

UNKNOWN_CALL_SECONDS = 60.0
"""How long a call is taken to have run where the client does not say."""

WATCH_TEXTS_MAX = 2_000
"""Texts of one slice that the front searches for in each call; past it, it wakes for all."""

WATCH_FILE_MAX_BYTES = 256 * 1024
"""A quarter of what the front reads of such a file."""

PARENTS_MAX = 64
"""Folders looked at above a call's for the project; no tree of sources is deeper."""

TRIGGER_FILES_MAX = 64
"""Trigger files that are kept, one for each project and set of the client's options; a person
works on a handful at once, and one that is gone costs a single full run."""

GENERATED_FILE_MAX_BYTES = 8 * 1024 * 1024
"""The kept code of generated methods: about 2 KB a class, for far more classes than there are."""

GENERATED_CODE_MAX = 2_000
"""Pieces of generated code that are kept: ten times what the shipped slices have; past it only
what the last process used is, so that what older code left does not make the file grow."""

BUNDLES_MAX = 4
"""Bundles of one kind that are kept: one for each interpreter, client and copy of the plugin."""

BUNDLE_MODULES_MAX = 1_000
"""Modules in one bundle: four times what a call loads; past it only those of the last call stay."""

SLICE_NAME_MAX_CHARS = 20
"""A new slice's name: the lines of the template that hold it stay within the line length."""

DENIES_MAX = 500
"""Denies that are kept whole for `tidegate why --last`; the ledger has all of them in short."""

DENIED_MAX_CHARS = 2_000
"""A denied command as it is shown again: a screenful."""

START_SECONDS = 20
"""A start of an interpreter on the most loaded machine; past it, it hangs."""

SLOW_START_MILLISECONDS = 150
"""A bare start that a person notices at each call: ten times that of a usual machine."""

SETTLED_NANOSECONDS = 100_000_000
"""Two changes of a file within a tick of its clock, some milliseconds, have the same stamp."""
