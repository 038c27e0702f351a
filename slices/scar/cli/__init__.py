"""The commands of scar: one module each, loaded when it is called."""

COMMANDS = {"scar": "list scars, show what each has met, hold them to their cases, begin one"}
