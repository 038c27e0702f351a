"""Which anchors have no file any more, as far as the search goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from slices.recall import anchors, dangling
from slices.recall.note import Anchor

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "a/b").mkdir(parents=True)
    for name in ("a/x.c", "a/b/y.c", "a/b/z.c", "a/b/w.c"):
        (tmp_path / name).write_text("x")
    (tmp_path / "broken").symlink_to(tmp_path / "nowhere")
    return tmp_path


CASES = {
    "a-file": ("a/x.c", False),
    "no-file": ("a/y.c", True),
    "a-link-to-nothing": ("broken", False),
    "a-glob": ("a/*.c", False),
    "a-glob-of-nothing": ("a/*.h", True),
    "deep": ("**/z.c", False),
    "deep-and-nothing": ("**/z.h", True),
    "no-such-folder": ("none/*.c", True),
    "remote": ("h1:/none", False),
    "remote-glob": ("h1:/none/*", False),
}


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES.keys())
def test_dangling(root: Path, text: str, expected: bool) -> None:
    anchor = anchors.read(text, str(root))
    assert isinstance(anchor, Anchor)
    assert dangling.is_dangling(anchor) == expected


@pytest.mark.parametrize(("text", "expected"), [("a/*.h", True), ("a/**/*.h", False)])
def test_what_the_search_does_not_reach_is_taken_to_be_there(
    root: Path, text: str, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A glob of one folder does not spend its search on the folders below."""
    monkeypatch.setattr(dangling, "FILES_SEARCHED_PER_GLOB_MAX", 2)
    anchor = anchors.read(text, str(root))
    assert isinstance(anchor, Anchor)
    assert dangling.is_dangling(anchor) == expected
