"""The grammar: from a command string to its tree."""
