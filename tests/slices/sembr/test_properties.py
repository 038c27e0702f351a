"""Properties of every rewrite, over generated documents; `make properties` runs many more."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from slices.sembr.breaks import apply, breaks
from slices.sembr.lines import Style
from tests.slices.sembr import generated
from tests.slices.sembr.proofs import problems

LEAST_CHANGED = 0.25
MOST_UNPROVEN = 0.02

bounded = settings(
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)


class Tally:
    """How many texts were seen, got breaks, and were left alone for want of a proof."""

    def __init__(self) -> None:
        self.seen = self.changed = self.unproven = 0

    def broken(self, text: str, style: Style | None = None) -> str:
        """Return the text with its breaks, which are counted."""
        found = breaks(text, style or Style())
        self.seen += 1
        self.changed += bool(found)
        self.unproven += found is None
        return apply(text, found or ())

    def check(self) -> None:
        """Hold the run to having tested something."""
        assert self.changed >= self.seen * LEAST_CHANGED, vars(self)
        assert self.unproven <= self.seen * MOST_UNPROVEN, vars(self)


@pytest.mark.parametrize(
    "strategy",
    [generated.documents(), generated.paragraph()],
    ids=["whole-documents", "paragraphs-full-of-traps"],
)
def test_a_text_means_the_same_and_is_done(strategy: st.SearchStrategy[str]) -> None:
    tally = Tally()

    @bounded
    @given(strategy)
    def holds(text: str) -> None:
        broken = tally.broken(text)
        assert problems(text, broken) == []
        assert breaks(broken, Style()) == ()
        if "\n" not in text.replace("\r\n", ""):
            assert "\n" not in broken.replace("\r\n", "") or "\r\n" not in text

    holds()
    tally.check()
