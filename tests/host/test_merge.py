from __future__ import annotations

from typing import Any

import pytest

from host.call import Ask, Context, Deny, Failure, Rewrite, Said
from host.merge import fit, headed, merge, units


@pytest.mark.parametrize(
    ("answers", "verdict"),
    [
        ([], "run"),
        ([Context("c")], "run"),
        ([Ask("a"), Context("c")], "ask"),
        ([Ask("a"), Deny("d")], "deny"),
        ([Deny("d"), Ask("a")], "deny"),
    ],
    ids=["nothing", "context-only", "ask-beats-run", "deny-beats-ask", "deny-beats-a-later-ask"],
)
def test_verdict(answers: list[Any], verdict: str) -> None:
    assert merge(Said("s", answer) for answer in answers).verdict == verdict


def test_a_rewritten_call_is_a_rewrite(build: Any) -> None:
    assert merge([], build.call()).verdict == "rewrite"


def test_an_ask_keeps_the_rewritten_call(build: Any) -> None:
    decision = merge([Said("a", Ask("sure?"))], build.call("x"))

    assert (decision.verdict, decision.call) == ("ask", build.call("x"))


def test_a_deny_drops_call_and_note(build: Any) -> None:
    said = [Said("r", Rewrite(build.call("x"), "tidied")), Said("d", Deny("no"))]

    assert merge(said[:1], build.call("x")).told == (("r", "tidied"),)
    assert merge(said, build.call("x")).told == ()
    assert merge(said, build.call("x")).call is None


def test_the_same_from_one_slice_is_said_once() -> None:
    said = [Said("a", Deny("x")), Said("b", Deny("x")), Said("a", Deny("x"))]

    assert merge(said).denies == (Said("a", Deny("x")), Said("b", Deny("x")))


def test_failures_are_kept() -> None:
    assert merge([], None, [Failure("a", "crash")]).failures == (Failure("a", "crash"),)


def test_one_reason_stands_alone() -> None:
    assert headed([Said("a", Deny("x"))]) == (("a", "x"),)


def test_several_reasons_have_their_slices_above_them() -> None:
    assert headed([Said("a", Deny("x")), Said("b", Ask("y"))]) == (("a", "[a]\nx"), ("b", "[b]\ny"))


def test_texts_that_fit_are_whole_and_in_order() -> None:
    assert fit((("a", "one"), ("b", "two")), 8) == "one\n\ntwo"
    assert fit((), 0) == ""


def test_what_does_not_fit_is_cut_and_named() -> None:
    text = fit((("a", "a" * 100), ("b", "b" * 300), ("c", "c" * 100)), 300)

    assert text.startswith("a" * 100 + "\n\n" + "b")
    assert units(text) <= 300
    kept = text.partition("\n\n[tidegate")[0]
    assert text.endswith(
        f"[tidegate: cut off here; {504 - len(kept)} more characters from b, c left out]"
    )


@pytest.mark.parametrize("limit", [120, 121, 200, 399, 400])
@pytest.mark.parametrize("letter", ["x", "\U0001f600", "\ud800"], ids=["ascii", "astral", "lone"])
def test_a_cut_counts_as_the_client_does(letter: str, limit: int) -> None:
    text = fit((("a", letter * 300), ("b", letter * 300)), limit)

    assert len(text.encode("utf-16-le", "surrogatepass")) // 2 <= limit
    assert text.endswith("b left out]")


@pytest.mark.parametrize(
    ("text", "count"), [("", 0), ("é", 1), ("a\U0001f600", 3)], ids=["empty", "bmp", "astral"]
)
def test_units(text: str, count: int) -> None:
    assert units(text) == count
