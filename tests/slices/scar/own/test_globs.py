"""Patterns: what they match, and that none of them explodes."""

from __future__ import annotations

import fnmatch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.errors import BudgetSpent
from slices.scar.limits import OWN_WORK_MAX_STEPS
from slices.scar.own.globs import Work, literal_part, path_matches, text_matches

TEXTS = [
    ("", "", True),
    ("a", "a", True),
    ("a", "A", False),
    ("a", "ab", False),
    ("*", "", True),
    ("*", "a\nb", True),
    ("--force*", "--force-with-lease", True),
    ("--force*", "-f", False),
    ("*main", "origin/main", True),
    ("*main", "mainline", False),
    ("*:*", "HEAD:main", True),
    ("a*b*c", "a-b-b-c", True),
    ("a*b*c", "a-c-b", False),
    ("ab*bc", "abc", False),
    ("?", "a", True),
    ("?", "", False),
    ("a?c", "a\nc", True),
    ("[abc]", "b", True),
    ("[abc]", "d", False),
    ("[!abc]", "d", True),
    ("[!abc]", "a", False),
    ("[a-c]x", "bx", True),
    ("[a-c]x", "-x", False),
    ("[c-a]", "b", False),
    ("[!c-a]", "b", True),
    ("[a-]", "-", True),
    ("[]]", "]", True),
    ("[^a]", "^", True),
    ("[*]", "*", True),
    ("[*]", "a", False),
    ("[", "[", True),
    ("[a", "[a", True),
    ("a.c", "abc", False),
    ("(a|b)+", "(a|b)+", True),
    ("\\d", "\\d", True),
]
PATHS = [
    ("/p/a.py", "/p/a.py", True),
    ("/p/*.py", "/p/a.py", True),
    ("/p/*.py", "/p/src/a.py", False),
    ("/p/**/*.py", "/p/src/deep/a.py", True),
    ("/p/**/*.py", "/p/a.py", True),
    ("/p/**", "/p/src/a", True),
    ("/p/**/x/**/y", "/p/a/x/b/x/c/y", True),
    ("/p/**/x/**/y", "/p/a/b/c/y", False),
    ("/p/src**", "/p/src/a", False),
    ("/p/?", "/p//", False),
    ("/p/[!a]", "/p//", False),
]


@pytest.mark.parametrize(("pattern", "text", "matches"), TEXTS)
def test_texts(pattern: str, text: str, matches: bool) -> None:
    assert text_matches(pattern, text, Work()) is matches


@pytest.mark.parametrize(("pattern", "path", "matches"), PATHS)
def test_paths(pattern: str, path: str, matches: bool) -> None:
    assert path_matches(pattern, path, Work()) is matches


@given(st.text("ab*?", max_size=12), st.text("ab", max_size=12))
def test_stars_and_marks_are_those_of_the_shell(pattern: str, text: str) -> None:
    assert text_matches(pattern, text, Work()) is fnmatch.fnmatchcase(text, pattern)


@given(st.text(max_size=20), st.text(max_size=20))
def test_any_text_is_a_pattern(pattern: str, text: str) -> None:
    text_matches(pattern, text, Work())
    path_matches(pattern, text, Work())


@given(st.text("ab*?[]!-", max_size=10), st.text("ab-!]", max_size=10))
def test_what_matches_holds_the_literal_part(pattern: str, text: str) -> None:
    if text_matches(pattern, text, Work()):
        assert literal_part(pattern) in text


def test_a_pattern_of_many_stars_does_not_explode() -> None:
    assert not text_matches("*a" * 60 + "*b", "a" * 5_000, Work())
    assert not path_matches("/**/a" * 20 + "/b", "/a" * 500, Work())


def test_the_work_of_a_call_is_bounded() -> None:
    work = Work()
    text_matches("x" * 99, "y" * (OWN_WORK_MAX_STEPS // 100 - 1), work)
    with pytest.raises(BudgetSpent, match=str(OWN_WORK_MAX_STEPS)):
        text_matches("x", "y", work)
    work.begin()
    assert text_matches("a", "a", work)
