"""The bounds of scar: each with its unit in the name, and why it has that value."""

CASES_PER_SCAR_MAX = 200
"""A scar with more cases than this is several scars."""

COMMAND_MAX_CHARACTERS = 512 * 1024
"""A longer command is not judged but held to the crude test: four times what a shell takes as one
argument."""

DOCUMENTS_MAX = 64
"""Here-documents of one command that are followed; a command with more is generated text."""

FED_MAX_COUNT = 4_096
"""Pairs of a command and a here-document that reaches it, in one call."""

BODY_MAX_CHARACTERS = 256 * 1024
"""A Python body that is judged on its syntax tree; parsing this much takes about a second."""

BODIES_MAX = 16
"""Python bodies of one command that are judged: people and models write one or two."""

BODY_WORK_MAX_STEPS = 50_000
"""Statements and expressions followed in one body, function calls included."""

BODY_TEXTS_MAX = 64
"""Values that one name of a body may have at once: the file names of a loop over a list."""

TARGETS_NAMED_MAX = 8
"""A reason names this many files and counts the rest."""

BODY_CALLS_MAX_LEVELS = 4
"""Calls of the body's own functions inside one another that are followed."""

DETAIL_MAX_CHARACTERS = 300
"""A failure's detail is cut here in a text: the ledger has the rest."""
