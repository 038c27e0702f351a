"""What the hook entry tests the command for, before _template loads: constants alone."""

TRIGGERS = ("example",)

CRUDE = {
    "first_words": ("example",),
    "without": (),
    "all_of": ("example run",),
}
