"""What wakes the saboteur."""

TRIGGERS = ("poison",)

CRUDE = {"first_words": (), "without": (), "all_of": ("poison",)}
