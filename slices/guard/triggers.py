"""What the hook entry tests the command for with builtin modules only, before guard loads."""

TRIGGERS = ("cat", "sed", "head", "tail")

CRUDE = {
    "first_words": (
        "cat",
        "head",
        "tail",
        "sed -n",
        "sed -ne",
        "sed --quiet",
        "sed --silent",
    ),
    "without": ("|", "<", ">", "`", "$("),
    "all_of": (),
}
