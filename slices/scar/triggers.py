"""What the hook entry tests the command for with builtin modules only, before scar loads."""

TRIGGERS = ("<<", "`", "$(", "\\\\")

CRUDE = {"first_words": (), "without": (), "all_of": ("<<", ".py")}
