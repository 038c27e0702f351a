"""What is wrong with a note, as a person and a model read it."""

from __future__ import annotations

import pytest

from slices.recall import problems


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", '"plain"'),
        ("a\x1b[31m\nb\u202e", '"a?[31m?b?"'),
        ("x" * 60, f'"{"x" * 60}"'),
        ("x" * 61, f'"{"x" * 60}…"'),
        ("", '""'),
    ],
)
def test_somebody_s_text_is_shown_short_and_printable(text: str, shown: str) -> None:
    assert problems.shown(text) == shown


@pytest.mark.parametrize(
    ("line", "where"), [(3, "f.md: at line 3: expected"), (0, "f.md: expected")]
)
def test_a_problem_names_its_line_where_there_is_one(line: int, where: str) -> None:
    assert str(problems.Wrong("x", "y", line).in_file("f.md")).startswith(where)
