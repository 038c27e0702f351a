"""The clients that the host speaks to, one module each."""
