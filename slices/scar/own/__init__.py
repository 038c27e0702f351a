"""Scars that people declare in TOML: read, checked, compiled to predicates, and asked."""
