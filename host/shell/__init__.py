"""The shell model: bash as data, parsed once and shared by all slices."""
