"""The proofs themselves: what is wrong in a rewrite is seen by them."""

from __future__ import annotations

import pytest

from tests.slices.sembr.proofs import problems

RIGHT = {
    "a-break": ("A. B\n", "A.\nB\n"),
    "in-a-list": ("- A. B\n", "- A.\n  B\n"),
    "in-a-quote": ("> A. B\n", "> A.\n> B\n"),
    "in-chinese": ("第一。第二\n", "第一。\n第二\n"),
    "two-blanks": ("A.  B\n", "A.\nB\n"),
}
WRONG = {
    "lines-joined": ("A.\nB\n", "A. B\n"),
    "a-word-lost": ("A. B c\n", "A.\nB\n"),
    "a-word-more": ("A. B\n", "A.\nB\nc\n"),
    "a-list-begun": ("A. - B\n", "A.\n- B\n"),
    "a-paragraph-more": ("A. B\n", "A.\n\nB\n"),
    "a-hard-break": ("A. B\n", "A.  \nB\n"),
    "code-changed": ("```\nA. B\n```\n", "```\nA.\nB\n```\n"),
    "a-code-span-broken-is-a-line-too-many": ("# `A. B`\n", "# `A.\nB`\n"),
    "a-heading-broken": ("# A. B\n", "# A.\nB\n"),
    "a-space-in-chinese": ("第一。第二\n", "第一。 \n第二\n"),
    "a-blank-lost-in-chinese": ("第一。 第二\n", "第一。\n第二\n"),
    "another-line-end": ("A. B\r\n", "A.\nB\r\n"),
    "a-table-begun": ("A. b | c\n--|--\n", "A.\nb | c\n--|--\n"),
    "a-definition-begun": ("[a]: b. C\n\n[a]\n", "[a]: b.\nC\n\n[a]\n"),
}


@pytest.mark.parametrize(("before", "after"), RIGHT.values(), ids=RIGHT.keys())
def test_a_right_rewrite_has_no_problem(before: str, after: str) -> None:
    assert problems(before, before) == []
    assert problems(before, after) == []


@pytest.mark.parametrize(("before", "after"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_rewrite_has_one(before: str, after: str) -> None:
    assert problems(before, before) == []
    assert problems(before, after) != []
