"""A slice for the tests of the entry: it denies a print of files and names the read."""
