"""The bounds of the shell reader, each with its unit and its reason."""

COMMAND_MAX_CHARACTERS = 2_000_000
"""A longer command could not be started anyway: an argument list ends before this."""

COMMAND_MAX_WORDS = 100_000
"""A tree of more words than this would cost more than the second that a person waits for."""

NESTING_MAX_LEVELS = 50
"""People nest a handful of levels; this keeps the reader far from the interpreter's stack limit."""

HEREDOCS_PER_LINE_MAX_COUNT = 16
"""Bash itself stops here (HEREDOC_MAX in its parse.y)."""

COMMANDS_MAX_COUNT = 4000
"""Commands in one trace: more is generated text, and no slice could name them all."""

EXPANDED_MAX_CHARACTERS = 4_000_000
"""Characters of expanded words in one trace: `a=$a$a` doubles a text at every step."""

VARIABLES_MAX = 128
"""Variables that one trace keeps at once; every assignment copies the table."""

BRACE_RESULTS_MAX = 512
"""Words that one brace expansion may make; people write a few, and a range can ask for billions."""

BRACE_WORK_MAX_STEPS = 200_000
"""Open braces times tokens of one word: finding each one's end looks at the rest of the word."""

LOOP_WORDS_MAX_COUNT = 64
"""Words of one `for` that are followed one by one; beyond, the variable is not certain."""

LOOPS_MAX_ITERATIONS = 256
"""Iterations followed in one trace, so that loops inside loops do not multiply."""

TRACE_DEPTH_MAX_LEVELS = 40
"""Lists inside one another while tracing: a level takes up to fourteen Python frames."""

CALL_DEPTH_MAX_LEVELS = 6
"""Function calls and nested scripts inside one another that are followed; beyond, they are not."""

WRAPPERS_MAX_COUNT = 12
"""Wrappers around one command that are followed: each is a command with all the words again."""

OPERATION_TEXT_MAX_CHARACTERS = 80
"""A longer value is not trimmed by patterns with more than one star: every length is tried."""

EVALUATED_TEXTS_MAX_COUNT = 64
"""Names whose values one arithmetic expression reads in turn; beyond, it may do anything."""
