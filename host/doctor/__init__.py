"""A look at an install: one module per thing that can be wrong, each giving findings."""
