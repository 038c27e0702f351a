"""The bounds of sembr: each with its unit in the name, and why it has that value."""

TEXT_MAX_CHARACTERS = 256 * 1024
"""A longer text is left alone: it is generated, and three parses of this much take
seconds where every line is a paragraph of its own."""

LINE_MAX_CHARACTERS = 16 * 1024
"""A longer line is data and not prose, and a look ahead for a sentence's end stays short."""

FILE_MAX_BYTES = 1024 * 1024
"""An edit of a larger file is left alone: no text within the bound has more bytes in UTF-8."""

EDITS_MAX = 32
"""More edits of one call are left alone, since each is judged in a file of its own."""

COMMAND_MAX_CHARACTERS = 256 * 1024
"""A longer command is not parsed again for a comparison: a shell takes no such argument."""

TARGETS_MAX = 16
"""More texts of one command than this are left alone: each costs a parse of the command."""

ABBREVIATION_MAX_CHARACTERS = 12
"""The word before a full stop is looked up to this length; no listed abbreviation is longer."""

AHEAD_MAX_CHARACTERS = 64
"""How far into a sentence its first letter is looked for: past this many signs it has none."""

DETAIL_MAX_CHARACTERS = 300
"""A failure's detail is cut here in the text for the model: the ledger has the rest."""
