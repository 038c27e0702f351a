"""The start of a session: what only a look at every link can tell."""

from __future__ import annotations

from typing import Any

import pytest

from slices.recall import index_fill


@pytest.fixture
def linked(bench: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a project with a note on a link, indexed, with nothing in it that is new."""
    bench.file("one.txt")
    bench.file("other.txt")
    (bench.project / "current").symlink_to("one.txt")
    bench.note("n", "current")
    monkeypatch.setattr(index_fill, "RACY_MILLISECONDS", 0)
    bench.session("session.start", "startup")
    return bench


def test_an_anchor_follows_a_link_that_leads_elsewhere_now(linked: Any) -> None:
    (linked.project / "current").unlink()
    (linked.project / "current").symlink_to("other.txt")
    assert linked.told(linked.shell("cat other.txt")) == []
    linked.session("session.start", "resume")
    assert linked.told(linked.shell("cat other.txt")) == ["n"]
