"""What the hook entry tests a call for: nothing here, since the names to watch for are notes'."""

TRIGGERS = ()

CRUDE = {
    "first_words": (),
    "without": (),
    "all_of": (),
    "names_in": (".tidegate/notes", "<config>/notes"),
}
