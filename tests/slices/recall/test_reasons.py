"""What a model or a person reads, word by word."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from host.errors import Problem
from host.paths import ROOT
from slices.recall import reasons
from slices.recall.note import Note

if TYPE_CHECKING:
    from collections.abc import Callable

SNAPSHOTS = Path(__file__).parent / "snapshots/texts"
PLAIN = Note("gateway", "The gateway kills at 60 s.\n", (), "/p/gateway.md", mine=False)
STOP = Note(
    "bank",
    "The bank signed this.",
    (),
    "/p/b.md",
    mine=True,
    author="ana",
    severity="stop",
    created=date(2026, 7, 26),
)
FILE = "/repo/deploy/config.yaml"
MANY = [Note(f"n{number}", "x", (), f"/p/{number}.md", mine=False) for number in range(22)]
BAD = [Problem("/p/bad.md", "line 2", "a list of anchors", "nothing")]
TEXTS: dict[str, Callable[[], str]] = {
    "one-note": lambda: reasons.delivered([(PLAIN, FILE)], [], late=False),
    "two-notes-and-some-left": lambda: reasons.delivered(
        [(STOP, FILE), (PLAIN, FILE)], MANY[:2], late=False
    ),
    "many-left": lambda: reasons.delivered([], MANY, late=False),
    "late": lambda: reasons.delivered([(PLAIN, FILE)], [], late=True),
    "ask": lambda: reasons.ask([(STOP, FILE)]),
    "problems": lambda: reasons.problems(BAD),
    "many-problems": lambda: reasons.problems(BAD * 25),
    "failed": lambda: reasons.failed("exception", "ValueError: two\n  lines"),
    "failed-without-detail": lambda: reasons.failed("time-out", ""),
}


@pytest.mark.parametrize("name", TEXTS)
def test_the_words(name: str, snapshot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("slices.recall.reasons.door", lambda slice_: f"(how to turn off {slice_})")
    snapshot.snapshot_dir = SNAPSHOTS
    snapshot.assert_match(TEXTS[name]().replace(ROOT, "/tidegate"), f"{name}.txt")


def test_each_snapshot_has_its_text() -> None:
    assert {file.stem for file in SNAPSHOTS.iterdir()} == set(TEXTS)
