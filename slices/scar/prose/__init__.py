"""Arguments that are prose, and what in them the shell would run although it is text."""
