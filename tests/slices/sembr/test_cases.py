"""The table of texts: what becomes of each, and that a second run finds nothing."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from slices.sembr.breaks import apply, breaks
from slices.sembr.lines import Style
from tests.slices.sembr.proofs import problems

CASES = tomllib.loads((Path(__file__).parent / "cases.toml").read_text("utf-8"))["case"]
TEXTS = [pytest.param(case, id=case["id"]) for case in CASES if "text" in case]


@pytest.mark.parametrize("case", TEXTS)
def test_a_text_gets_the_breaks_that_it_lacks(case: dict[str, Any]) -> None:
    style = Style(case.get("unspaced", True))
    found = breaks(case["text"], style)
    assert found is not None
    result = apply(case["text"], found)
    assert result == case.get("result", case["text"])
    assert breaks(result, style) == ()
    assert problems(case["text"], result) == []


def test_most_cases_are_of_texts_that_stay() -> None:
    kept = [case for case in CASES if "text" in case and "result" not in case]
    assert len(kept) >= len(CASES) / 3
