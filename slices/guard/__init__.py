"""The guard slice: a shell command that only prints files is denied, and a read is named."""
