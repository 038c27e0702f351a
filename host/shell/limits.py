"""The bounds of the shell reader, each with its unit and its reason."""

# The parser.
COMMAND_MAX_CHARACTERS = 2_000_000
"""A longer command could not be started anyway: an argument list ends before this."""

COMMAND_MAX_WORDS = 500_000
"""A tree of more words than this would cost more memory than a hook may take."""

NESTING_MAX_LEVELS = 60
"""People nest a handful of levels; this keeps the reader far from the interpreter's stack limit."""

HEREDOCS_PER_LINE_MAX_COUNT = 16
"""Bash itself stops here (HEREDOC_MAX in its parse.y)."""

# Expansion and tracing.
BRACE_RESULTS_MAX = 4096
"""Words that one brace expansion may make; people write a few, and a range can ask for billions."""

BRACE_WORK_MAX_STEPS = 1_000_000
"""Open braces times tokens of one word: finding each one's end looks at the rest of the word."""

OPERATION_TEXT_MAX_CHARACTERS = 10_000
"""A longer value is not trimmed or replaced: matching a pattern takes more than linear time."""

VARIABLES_MAX = 1000
"""Variables that one trace keeps; every assignment copies the table."""
