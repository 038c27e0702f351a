"""Every example of the CommonMark specification, as it is and full of sentences."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from slices.sembr.breaks import apply, breaks
from slices.sembr.lines import Style
from tests.slices.sembr.proofs import problems
from tests.slices.sembr.specification import NoNpmError, examples

if TYPE_CHECKING:
    from collections.abc import Callable

WORD = re.compile(r"\b(foo|bar|baz|bim|aaa|bbb|Foo|a|b|one|two|hello|world)\b")
LINE = re.compile(r"(?<=\w)$", re.MULTILINE)
LEAST_CHANGED = 0.2
MOST_UNPROVEN = 0.02
READINGS: dict[str, tuple[Callable[[str], str], float]] = {
    "as-it-is": (lambda text: text, 0),
    "its-words-are-sentences": (lambda text: WORD.sub(r"\1 it. Then Two", text), LEAST_CHANGED),
    "sentences-after-its-words": (lambda text: WORD.sub(r"\1. Then two. 1. Three", text), 0.1),
    "sentences-at-its-line-ends": (
        lambda t: re.sub(r"(?<=\w)$", " it. Ok x. So", t, flags=re.MULTILINE),
        0.2,
    ),
    "with-windows-line-endings": (
        lambda text: WORD.sub(r"\1 it. Then Two", text).replace("\n", "\r\n"),
        LEAST_CHANGED,
    ),
}


@pytest.fixture(scope="module")
def texts() -> list[str]:
    try:
        return examples()
    except NoNpmError:
        pytest.skip("npm is not installed, so the specification cannot be had")


@pytest.mark.parametrize("reading", READINGS)
def test_each_example_means_the_same_and_is_done(texts: list[str], reading: str) -> None:
    change, least = READINGS[reading]
    changed = unproven = 0
    for text in map(change, texts):
        found = breaks(text, Style())
        broken = apply(text, found or ())
        assert problems(text, broken) == [], text
        assert not found or breaks(broken, Style()) == ()
        changed += bool(found)
        unproven += found is None
    assert changed >= least * len(texts)
    assert unproven <= MOST_UNPROVEN * len(texts)
