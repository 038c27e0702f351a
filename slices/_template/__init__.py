"""The _template slice: what it stops, in one sentence."""
