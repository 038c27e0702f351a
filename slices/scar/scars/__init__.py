"""The scars that ship, one module each, with `SCAR` in it."""
