"""The guard slice: a Bash command that only prints files is denied, and the Read call is named."""
