"""What the hook entry tests a call for: a path's ending, or a here-document."""

TRIGGERS = (".md", ".MD", ".markdown", "<<")

CRUDE = {
    "first_words": (),
    "without": (),
    "all_of": (),
}
