"""Which paths a glob anchor matches, against a reference that is too slow to use."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as some

from slices.recall import globs

MATCHES = [
    ("/r/deploy/*.yaml", "/r/deploy/config.yaml"),
    ("/r/deploy/*", "/r/deploy/.env"),
    ("/r/**", "/r/a"),
    ("/r/**", "/r/a/b/c"),
    ("/r/**/x", "/r/x"),
    ("/r/**/x", "/r/a/b/x"),
    ("/r/**/a/*.c", "/r/x/a/a/y.c"),
    ("/r/a?c", "/r/abc"),
    (r"/r/a\*c", "/r/a*c"),
    (r"/r/a\\c*", r"/r/a\cd"),
    ("/r/[id]/*", "/r/[id]/x"),
    ("/**", "/a"),
]
MISSES = [
    ("/r/deploy/*.yaml", "/r/deploy/sub/config.yaml"),
    ("/r/deploy/*.yaml", "/r/config.yaml"),
    ("/r/deploy/*.yaml", "/x/r/deploy/config.yaml"),
    ("/r/**", "/r"),
    ("/r/**/x", "/r/ax"),
    ("/r/a?c", "/r/a/c"),
    ("/r/a**c", "/r/a/c"),
    (r"/r/a\*c", "/r/abc"),
    ("/r/[id]/*", "/r/i/x"),
    ("/r/*", "/R/a"),
]


@pytest.mark.parametrize(("pattern", "path"), MATCHES)
def test_matches(pattern: str, path: str) -> None:
    assert globs.matches(pattern, path)


@pytest.mark.parametrize(("pattern", "path"), MISSES)
def test_does_not_match(pattern: str, path: str) -> None:
    assert not globs.matches(pattern, path)


def reference(pattern: str) -> re.Pattern[str]:
    found = ""
    names = pattern.split("/")
    for index, name in enumerate(names):
        last = index == len(names) - 1
        if name == "**":
            found += "[^/]+(/[^/]+)*" if last else "([^/]+/)*"
        else:
            found += "".join({"*": "[^/]*", "?": "[^/]"}.get(c, re.escape(c)) for c in name)
            found += "" if last else "/"
    return re.compile(found)


names = some.text(alphabet="ab", min_size=1, max_size=3)
wild = some.one_of(some.just("**"), some.text(alphabet="ab*?", min_size=1, max_size=4))


@given(some.lists(wild, min_size=1, max_size=5), some.lists(names, min_size=1, max_size=6))
def test_agrees_with_the_reference(parts: list[str], path: list[str]) -> None:
    pattern, text = f"/{'/'.join(parts)}", f"/{'/'.join(path)}"
    expected = reference(pattern).fullmatch(text) is not None
    assert globs.matches(pattern, text) == expected


@given(some.lists(names, min_size=1, max_size=4), some.text(alphabet="ab*?\\", max_size=6))
def test_an_escaped_path_is_that_path_alone(path: list[str], odd: str) -> None:
    text = f"/{'/'.join(path)}{odd}"
    assert not globs.is_glob(globs.escaped(text))
    assert globs.literal(globs.escaped(text)) == text


@pytest.mark.parametrize(
    ("pattern", "folder", "depth"),
    [
        ("/r/a/*.c", "/r/a", 1),
        ("/r/*/x", "/r", 2),
        ("/r/a/**", "/r/a", globs.ANY_DEPTH),
        ("/*", "", 1),
        (r"/odd\*/x*", "/odd*", 1),
    ],
)
def test_where_a_glob_can_match(pattern: str, folder: str, depth: int) -> None:
    assert globs.bucket(pattern) == (folder, depth)


def test_many_stars_cost_no_more_than_the_two_lengths() -> None:
    """A matcher that goes back to every star would not end in this test's lifetime."""
    assert not globs.matches(f"/{'*a' * 60}b", f"/{'a' * 4000}")
    assert not globs.matches(f"/{'**/a/' * 60}b", "/a" * 1000)
