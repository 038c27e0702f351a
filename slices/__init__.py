"""The slices that ship, one folder each."""
