"""The one slice of the tests' own plugin."""
