"""What gives a command its standard input, and which commands take their program from there."""
