"""What the printer's hook looks for before anything is imported."""

TRIGGERS = ("cat", "head", "sed", "tail")

CRUDE = {
    "first_words": ("cat", "head", "tail", "sed -n"),
    "without": ("|", "<", ">", "`", "$("),
    "all_of": (),
}
