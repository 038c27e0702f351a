from __future__ import annotations

from typing import Any

from host.call import Ask, Context, Decision, Deny, Rewrite, Said


def test_the_kinds_of_answers_are_told_apart_in_order(build: Any) -> None:
    call = build.call("new")
    said = (
        Said("r", Rewrite(call, "tidied")),
        Said("c", Context("one")),
        Said("a", Ask("sure?")),
        Said("c", Context("two")),
    )
    decision = Decision(said, call)

    assert decision.denies == ()
    assert decision.asks == (said[2],)
    assert decision.contexts == ("tidied", "one", "two")
    assert decision.told == (("r", "tidied"), ("c", "one"), ("c", "two"))


def test_a_note_counts_only_where_the_rewrite_holds(build: Any) -> None:
    said = (Said("r", Rewrite(build.call("new"), "tidied")),)

    assert Decision(said).contexts == ()


def test_a_rewrite_without_a_note_tells_nothing(build: Any) -> None:
    call = build.call("new")

    assert Decision((Said("r", Rewrite(call)),), call).told == ()


def test_verdicts(build: Any) -> None:
    call = build.call()

    assert Decision().verdict == "run"
    assert Decision(call=call).verdict == "rewrite"
    assert Decision((Said("a", Ask("?")),), call).verdict == "ask"
    assert Decision((Said("a", Ask("?")), Said("b", Deny("no")))).verdict == "deny"
