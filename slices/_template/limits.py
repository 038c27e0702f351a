"""The bounds of _template: each with its unit in the name, and why it has that value."""

DETAIL_MAX_CHARACTERS = 300
"""A failure's detail is cut here in the reason: the ledger has the rest."""
