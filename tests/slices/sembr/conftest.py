"""The profile of the long run: `make properties` asks for it by name."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("properties", max_examples=10_000)
