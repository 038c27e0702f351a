"""Which files a command writes, and from which here-document."""
