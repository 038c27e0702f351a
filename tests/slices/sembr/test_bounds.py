"""Texts past a bound, texts that are none, and what is imported when."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from slices.sembr import breaks as module
from slices.sembr import limits, lines
from slices.sembr.breaks import apply, breaks
from slices.sembr.lines import Break, Style

TWO = "One here. Two there.\n"
LIBRARIES = {"pyromark", "unicode_segmentation_rs"}


def count(text: str) -> int | None:
    found = breaks(text, Style())
    return None if found is None else len(found)


def test_a_text_at_the_bound_is_read_and_a_longer_one_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "TEXT_MAX_CHARACTERS", 2_000)
    text = f"{TWO}\n".ljust(2_000, "x")
    assert count(text) == 1
    assert count(f"{text}x") == 0


def test_a_line_at_the_bound_is_read_and_a_longer_one_is_not() -> None:
    line = "One here. Two" + "o" * (limits.LINE_MAX_CHARACTERS - len("One here. Two"))
    assert count(line) == 1
    assert count(line + "o") == 0
    assert count(f"{line}o\n\n{TWO}") == 1


@pytest.mark.parametrize(
    "text",
    [
        *("\ud800 " + TWO, "\udcff" + TWO, "\ufeff" + TWO),
        *("", "\n", " ", "\t\r\n", "\\", ". A", "A. ", "。"),
    ],
    ids=[
        "half-a-character",
        "a-byte-that-is-no-text",
        "a-byte-order-mark",
        "empty",
        "a-line-end",
        "a-blank",
        "blanks",
        "a-backslash",
        "a-stop-at-the-start",
        "a-blank-at-the-end",
        "a-wide-stop-alone",
    ],
)
def test_odd_texts_are_read(text: str) -> None:
    assert count(text) == (1 if text.startswith("\ufeff") else 0)


def test_deep_nesting_is_no_recursion() -> None:
    assert count("> " * 10_000 + TWO) is not None
    assert count("*a " * 10_000 + TWO) is not None


def test_a_break_that_changes_the_meaning_leaves_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = [Break(len("One"), len("One "), "\n\n")]
    monkeypatch.setattr(lines, "wanted", lambda text, _: wrong if text == TWO else [])
    assert count(TWO) is None


def test_a_second_run_that_finds_more_leaves_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "wanted", lambda *_: [Break(9, 10, "\n")])
    assert count(TWO) is None


def test_spans_keep_the_rest_of_the_text() -> None:
    text = f"{TWO}\n{TWO}\n{TWO}"
    span = (len(TWO), 2 * len(TWO) + 1)
    found = breaks(text, Style(), [span])
    assert found is not None
    assert apply(text, found) == f"{TWO}\nOne here.\nTwo there.\n\n{TWO}"


def test_a_span_that_begins_or_ends_at_a_blank_does_not_hold_it() -> None:
    at = len("One here.")
    assert breaks(TWO, Style(), [(at, len(TWO))]) == ()
    assert breaks(TWO, Style(), [(0, at + 1)]) == ()
    assert len(breaks(TWO, Style(), [(at - 1, at + 2)]) or ()) == 1


def test_the_libraries_load_with_the_first_text_alone() -> None:
    code = (
        "import sys\nimport slices.sembr.plugin\nfrom slices.sembr.breaks import breaks\n"
        "from slices.sembr.lines import Style\nprint(*sys.modules)\n"
        "breaks('A text. Two.', Style())\nprint(*sys.modules)"
    )
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, check=True, capture_output=True, text=True
    )
    before, after = (set(line.split()) for line in done.stdout.splitlines())
    assert LIBRARIES & before == set()
    assert after >= LIBRARIES
