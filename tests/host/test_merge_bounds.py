"""Where a cut falls, to the character: what has room stays, and who lost something is named."""

from __future__ import annotations

import pytest

from host import reasons
from host.merge import fit, units

LONG = 30_000


def fits_in(texts: tuple[tuple[str, str], ...], room: int) -> str:
    """Fit the texts so that exactly `room` units of them can stay."""
    names = tuple(name for name, _ in texts)
    whole = units("\n\n".join(text for _, text in texts))
    return fit(texts, room + len("\n\n") + units(reasons.left_out(names, whole)))


@pytest.mark.parametrize("limit", [400, 401])
@pytest.mark.parametrize("letter", ["x", "\U0001f600"], ids=["ascii", "astral"])
def test_a_cut_leaves_no_room_unused(letter: str, limit: int) -> None:
    text = fit((("a", letter * LONG),), limit)

    assert limit - units(letter) < units(text) <= limit


def test_where_nothing_has_room_nothing_is_kept() -> None:
    assert fit((("a", "x" * 100),), 10).startswith("\n\n")


def test_a_text_that_just_fits_is_not_named() -> None:
    text = fits_in((("a", "a" * 100), ("b", "b" * 900)), 100)

    assert text == "a" * 100 + "\n\n" + reasons.left_out(("b",), 902)


def test_a_text_that_lost_one_character_is_named() -> None:
    texts = (("a", "a" * 100), ("b", "b" * 100), ("c", "c" * 900))

    assert fits_in(texts, 201).endswith(reasons.left_out(("b", "c"), 903))
    assert fits_in(texts, 202).endswith(reasons.left_out(("c",), 902))


def test_the_last_character_of_the_first_plane_is_one_unit() -> None:
    assert units("\uffff\U00010000") == 3
