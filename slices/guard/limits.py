"""The bounds of guard: each with its unit in the name, and why it has that value."""

READ_MAX_BYTES = 4 * 1024 * 1024
"""A larger file gets no line count: 4 MiB is counted in milliseconds and holds any source file."""

READ_WHOLE_MAX_BYTES = 256 * 1024
"""The client refuses to read a larger file whole, so the reason then says: in parts."""

COUNT_MAX_BYTES = 16 * 1024 * 1024
"""All files of one command together: it bounds the time of a command that prints many files."""

BLOCK_BYTES = 64 * 1024
"""Lines are counted block by block, so that memory does not grow with the file."""

COMMAND_MAX_CHARACTERS = 16_384
"""A longer command is not parsed for guard: people and models do not write prints that long."""

PARTS_MAX = 64
"""More simple commands, or more files printed, than this run: the list would help nobody."""

CALLS_NAMED_MAX = 16
"""A reason names this many calls and counts the rest: a model follows a short list better."""

NUMBER_MAX_DIGITS = 15
"""A longer line number is not one: up to here every JSON reader keeps the number exact."""

DETAIL_MAX_CHARACTERS = 300
"""A failure's detail is cut here in the reason: the ledger has the rest."""

WATCHED_MAX_CHARACTERS = 32_768
"""File names that wake the valve: half of what the store keeps under one key. The oldest is
dropped, which costs at most one more deny."""
