"""The commands of recall: one module each, loaded when it is called."""

COMMANDS = {"note": "write notes tied to files, list them and look after them"}
