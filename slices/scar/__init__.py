"""The scar slice: versioned checks, each derived from a documented failure."""
