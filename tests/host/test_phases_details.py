"""What slices are given, and what a failure says about a slice that gave something wrong."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from host.call import Ask, Context, Deny, Edit, Failure, Rewrite
from host.limits import DETAIL_MAX_CHARS
from host.registry import Broken


def giving(answer: object) -> Any:
    return lambda *_: answer


def changing(**change: Any) -> Any:
    return lambda call, _: Rewrite(attrs.evolve(call, **change))


@pytest.mark.parametrize("breaks", [False, True], ids=["run", "on-error"])
def test_a_slice_is_given_its_options_and_the_clients_words(
    build: Any, ask: Any, breaks: bool
) -> None:
    def look(host: Any) -> Context:
        return Context(f"{host.options!r} {host.read_call('/f', 2, 3)}")

    def run(_: object, host: Any) -> Context:
        if breaks:
            raise ValueError
        return look(host)

    member = build.member("a", build.hook(run, lambda _, __, host: look(host)))
    decision = ask(build.call(), member)

    assert decision.contexts == ('Options(loud=False) Read(file_path="/f", offset=2, limit=3)',)
    assert bool(decision.failures) is breaks


def test_both_failures_name_the_slice(build: Any, ask: Any) -> None:
    failed = {"a": ("crash", "signal 11"), "a:on_error": ("time-out", "8 s")}
    decision = ask(build.call(), build.member("a", build.hook(giving(None))), failed=failed)

    assert decision.failures == (
        Failure("a", "crash", "signal 11"),
        Failure("a", "time-out", "8 s"),
    )


def test_a_crude_deny_says_which_slice_and_what_is_broken(build: Any, ask: Any) -> None:
    broken = Broken("gone", Failure("gone", "install", "no module named attrs"))
    (deny,) = ask(build.call(), broken, crude=lambda *_: True).denies

    assert "gone" in deny.answer.reason
    assert "no module named attrs" in deny.answer.reason


@pytest.mark.parametrize(
    ("phase", "run", "detail"),
    [
        ("check", giving("deny"), "str instead of Deny, Ask, Context or None"),
        ("check", giving(Deny("")), "Deny without a text"),
        ("check", giving(Context("")), "Context without a text"),
        ("rewrite", giving(Ask("?")), "Ask instead of Rewrite, Context or None"),
        (
            "rewrite",
            giving(Rewrite(None)),  # type: ignore[arg-type]
            "Rewrite without a call or with a note that is no text",
        ),
        (
            "rewrite",
            changing(session="another"),
            "Rewrite of more than command, path, content and edits",
        ),
        ("rewrite", changing(path="/new"), "Rewrite that adds, removes or retypes a field"),
        ("rewrite", changing(edits=(Edit("a", "b"),)), "Rewrite with another number of edits"),
    ],
    ids=[
        "another-type",
        "a-deny-without-a-text",
        "a-context-without-a-text",
        "an-answer-of-another-phase",
        "a-rewrite-of-nothing",
        "a-rewrite-of-the-session",
        "a-rewrite-that-adds-a-path",
        "a-rewrite-that-adds-an-edit",
    ],
)
def test_a_bad_return_is_described(build: Any, ask: Any, phase: str, run: Any, detail: str) -> None:
    decision = ask(build.call(), build.member("a", build.hook(run, phase=phase)))

    assert decision.failures == (Failure("a", "bad-return", detail),)


def test_a_rewrite_with_a_note_that_is_no_text_is_described(build: Any, ask: Any) -> None:
    hook = build.hook(lambda call, _: Rewrite(call, note=7), phase="rewrite")  # type: ignore[arg-type]
    (failure,) = ask(build.call(), build.member("a", hook)).failures

    assert failure.detail == "Rewrite without a call or with a note that is no text"


def test_details_are_bounded(build: Any, ask: Any) -> None:
    endless = type("E" * 2 * DETAIL_MAX_CHARS, (), {})
    returned = build.member("a", build.hook(giving(endless())))

    def run(*_: object) -> None:
        raise ValueError("x" * 2 * DETAIL_MAX_CHARS)

    failures = ask(build.call(), returned, build.member("b", build.hook(run))).failures

    assert [len(failure.detail) for failure in failures] == [DETAIL_MAX_CHARS] * 2
