"""Where sentences begin in a line: the Unicode rules, and what they take for an end."""

from __future__ import annotations

from itertools import pairwise

import pytest

from slices.sembr import abbreviations, limits
from slices.sembr.sentences import starts

ENDS = [*abbreviations.WITHIN, *abbreviations.NUMBERED]


def pieces(line: str, *, unspaced: bool = True) -> list[str]:
    at = [0, *starts(line, unspaced=unspaced), len(line)]
    return [line[a:b] for a, b in pairwise(at)]


@pytest.mark.parametrize("word", sorted(abbreviations.WITHIN))
def test_a_word_of_the_list_ends_no_sentence(word: str) -> None:
    for spelling in (word, word.capitalize(), f"({word}"):
        assert len(pieces(f"So it is {spelling}. Foo there.")) == 1


@pytest.mark.parametrize("word", sorted(abbreviations.NUMBERED))
def test_a_word_before_a_number_ends_none_there_alone(word: str) -> None:
    assert len(pieces(f"So it is in {word}. 5 there.")) == 1
    assert len(pieces(f"So it is {word * 2 if len(word) == 1 else word}. Foo there.")) == 2


def test_no_listed_word_is_longer_than_what_is_looked_up() -> None:
    assert max(map(len, ENDS)) <= limits.ABBREVIATION_MAX_CHARACTERS
    assert [word for word in ENDS if word != word.lower()] == []


@pytest.mark.parametrize("end", ["etc", "jr", "one", "x1", "12"])
def test_other_words_end_one(end: str) -> None:
    assert len(pieces(f"So it is {end}. Foo there.")) == 2


@pytest.mark.parametrize("line", ["", " ", "...", "?!", "A", "a. ", " .A", "\u0301. B", "1. 2. 3."])
def test_a_line_without_two_sentences_is_one(line: str) -> None:
    assert len(pieces(line)) == 1


def test_signs_before_a_sentence_belong_to_it() -> None:
    assert pieces("One. \u201cTwo.\u201d (Three.) Four") == [
        "One. ",
        "\u201cTwo.\u201d ",
        "(Three.) ",
        "Four",
    ]
