"""The recall slice: a file's notes, delivered just before the file is touched."""
