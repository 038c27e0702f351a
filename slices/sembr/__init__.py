"""The sembr slice: one sentence per line in Markdown and messages, before they are written."""
