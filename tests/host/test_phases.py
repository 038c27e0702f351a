from __future__ import annotations

from typing import Any

import attrs
import pytest

from host import paths
from host.call import Ask, Context, Deny, Edit, Failure, Rewrite, Said, SessionEvent, ToolResult
from host.deadline import Budget
from host.errors import StateError
from host.registry import Broken


def raising(error: BaseException) -> Any:
    def run(*_: object) -> None:
        raise error

    return run


def giving(answer: object) -> Any:
    return lambda *_: answer


def to(command: str, note: str = "") -> Any:
    return lambda call, _: Rewrite(attrs.evolve(call, command=command), note)


NOTHING = giving(None)


class UnprintableError(Exception):
    def __str__(self) -> str:
        raise ValueError


def test_nothing_said_is_a_run(build: Any, ask: Any) -> None:
    decision = ask(build.call(), build.member("a", build.hook(giving(None))))

    assert (decision.verdict, decision.said, decision.failures) == ("run", (), ())


def test_a_check_judges_what_the_rewrite_left(build: Any, ask: Any) -> None:
    seen: list[str] = []
    check = build.member("check", build.hook(lambda call, _: seen.append(call.command)))
    rewrite = build.member("rewrite", build.hook(to("cat new"), phase="rewrite"))

    decision = ask(build.call("cat old"), check, rewrite)

    assert seen == ["cat new"]
    assert decision.verdict == "rewrite"
    assert decision.call.command == "cat new"


def test_only_the_hooks_that_want_a_call_are_asked(build: Any, ask: Any) -> None:
    def noting(name: str) -> Any:
        return build.hook(lambda *_: seen.append(name))

    seen: list[str] = []
    members = (build.member("a", noting("a0"), noting("a1")), build.member("b", noting("b0")))

    ask(build.call(), *members, wanted=frozenset({("a", 1)}))
    assert seen == ["a1"]
    ask(build.call(), *members, wanted=frozenset())
    assert seen == ["a1"]
    ask(build.call(), *members, wanted=None)
    assert seen == ["a1", "a0", "a1", "b0"]


def test_a_rewritten_call_is_for_every_later_hook(build: Any, ask: Any) -> None:
    rewrite = build.member("r", build.hook(to("cat new"), phase="rewrite"))
    check = build.member("c", build.hook(giving(Deny("no"))))
    wanted = frozenset({("r", 0)})

    assert ask(build.call("old"), rewrite, check, wanted=wanted).verdict == "deny"
    assert ask(build.call("cat new"), rewrite, check, wanted=wanted).verdict == "run"


def test_a_slice_that_did_not_load_guards_whatever_is_wanted(build: Any, ask: Any) -> None:
    broken = Broken("b", Failure("b", "install", ""))
    decision = ask(build.call(), broken, wanted=frozenset(), crude=lambda *_: True)
    assert decision.verdict == "deny"


def test_each_rewrite_sees_the_one_before(build: Any, ask: Any) -> None:
    def add(letter: str) -> Any:
        return build.hook(lambda call, host: to(call.command + letter)(call, host), phase="rewrite")

    decision = ask(
        build.call("x"), build.member("a", add("a"), add("b")), build.member("c", add("c"))
    )

    assert decision.call.command == "xabc"
    assert [said.slice for said in decision.said] == ["a", "a", "c"]


def test_a_rewrite_back_to_the_start_changes_nothing(build: Any, ask: Any) -> None:
    there = build.member("there", build.hook(to("other"), phase="rewrite"))
    back = build.member("back", build.hook(to("ls"), phase="rewrite"))

    assert ask(build.call("ls"), there, back).call is None
    assert ask(build.call("ls"), back).said == ()


def test_a_deny_drops_the_rewrite_and_keeps_the_context(build: Any, ask: Any) -> None:
    decision = ask(
        build.call(),
        build.member("r", build.hook(to("x", note="tidied"), phase="rewrite")),
        build.member("d", build.hook(giving(Deny("no")))),
        build.member("c", build.hook(giving(Context("know this")))),
    )

    assert (decision.verdict, decision.call, decision.contexts) == ("deny", None, ("know this",))


def test_answers_stand_in_phase_and_config_order(build: Any, ask: Any) -> None:
    decision = ask(
        build.call(),
        build.member("late", build.hook(giving(Deny("1")))),
        build.member(
            "both",
            build.hook(giving(Ask("3"))),
            build.hook(giving(Context("0")), phase="rewrite"),
        ),
        build.member("last", build.hook(giving(Deny("2")))),
    )

    assert [said.slice for said in decision.said] == ["both", "late", "both", "last"]
    assert decision.verdict == "deny"


@pytest.mark.parametrize(
    ("hook", "asked"),
    [
        pytest.param({}, True, id="no-tools-means-every-tool"),
        pytest.param({"tools": frozenset({"shell", "read"})}, True, id="one-of-its-tools"),
        pytest.param({"tools": frozenset({"write"})}, False, id="none-of-its-tools"),
        pytest.param({"event": "tool.result", "phase": "after"}, False, id="another-event"),
    ],
)
def test_who_is_asked(build: Any, ask: Any, hook: dict[str, Any], asked: bool) -> None:
    decision = ask(build.call(), build.member("a", build.hook(giving(Context("here")), **hook)))

    assert bool(decision.said) is asked


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (ValueError("x"), "exception"),
        (UnprintableError(), "exception"),
        (SystemExit(0), "exception"),
        (KeyboardInterrupt(), "exception"),
        (GeneratorExit(), "exception"),
        (StateError("f", "is locked", "Wait."), "exception"),
        (MemoryError(), "out-of-memory"),
        (RecursionError("deep"), "recursion"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_what_a_slice_raises_is_for_its_handler(
    build: Any, ask: Any, error: BaseException, kind: str
) -> None:
    handled: list[tuple[object, Failure]] = []

    def on_error(call: object, failure: Failure, _: object) -> Deny:
        handled.append((call, failure))
        return Deny(f"closed: {failure.kind}")

    call = build.call()
    other = build.member("other", build.hook(giving(Context("still here"))))
    decision = ask(call, build.member("a", build.hook(raising(error), on_error)), other)

    assert decision.denies == (Said("a", Deny(f"closed: {kind}")),)
    assert decision.contexts == ("still here",)
    assert handled == [(call, decision.failures[0])]
    assert decision.failures[0].slice == "a"


def test_a_spent_budget_is_a_failure_of_its_kind(build: Any, ask: Any) -> None:
    member = build.member("a", build.hook(lambda *_: Budget("words", 2).spend(3)))

    assert ask(build.call(), member).failures == (
        Failure("a", "budget", "BudgetSpent: more than 2 words"),
    )


@pytest.mark.parametrize(
    ("phase", "answer"),
    [
        ("check", "deny"),
        ("check", True),
        ("check", Deny),
        ("check", Deny("")),
        ("check", Deny(None)),  # type: ignore[arg-type]
        ("check", Context("")),
        ("rewrite", Deny("a run of this phase only rewrites")),
        ("rewrite", Ask("?")),
        ("rewrite", Rewrite(None)),  # type: ignore[arg-type]
    ],
    ids=repr,
)
def test_a_bad_return_is_a_failure(build: Any, ask: Any, phase: str, answer: object) -> None:
    member = build.member("a", build.hook(giving(answer), giving(Deny("closed")), phase=phase))
    decision = ask(build.call(), member)

    assert [failure.kind for failure in decision.failures] == ["bad-return"]
    assert decision.denies == (Said("a", Deny("closed")),)


def test_a_check_may_not_rewrite(build: Any, ask: Any) -> None:
    decision = ask(build.call(), build.member("a", build.hook(to("x"))))

    assert (decision.call, decision.failures[0].kind) == (None, "bad-return")


@pytest.mark.parametrize(
    "change",
    [
        {"client": "other"},
        {"tool": "read"},
        {"session": "t"},
        {"cwd": "/"},
        {"agent": "x"},
        {"agent_type": "x"},
        {"call_id": "x"},
        {"tool_name": "x"},
        {"input": {}},
        {"event": "tool.result"},
        {"command": None},
        {"command": 7},
        {"path": "/new"},
        {"content": ""},
        {"edits": (Edit("a", "b"),)},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_rewrite_of_what_it_may_not_change(build: Any, ask: Any, change: dict[str, Any]) -> None:
    rewrite = build.hook(lambda call, _: Rewrite(attrs.evolve(call, **change)), phase="rewrite")
    decision = ask(build.call(), build.member("a", rewrite))

    assert (decision.call, [f.kind for f in decision.failures]) == (None, ["bad-return"])


@pytest.mark.parametrize(
    ("given", "change"),
    [
        ({"command": "old"}, {"command": "new"}),
        ({"command": None, "tool": "write", "path": "/a"}, {"path": "/b"}),
        ({"command": None, "tool": "write", "content": "a"}, {"content": "b"}),
        (
            {"command": None, "tool": "edit", "edits": (Edit("a", "b"),)},
            {"edits": (Edit("a", "c"),)},
        ),
    ],
    ids=["command", "path", "content", "edits"],
)
def test_a_rewrite_of_what_it_may_change(
    build: Any, ask: Any, given: dict[str, Any], change: dict[str, Any]
) -> None:
    rewrite = build.hook(lambda call, _: Rewrite(attrs.evolve(call, **change)), phase="rewrite")
    call = build.call(**given)

    assert ask(call, build.member("a", rewrite)).call == attrs.evolve(call, **change)


def test_a_broken_rewrite_leaves_the_call_and_the_next_goes_on(build: Any, ask: Any) -> None:
    decision = ask(
        build.call("x"),
        build.member("broken", build.hook(raising(ValueError()), phase="rewrite")),
        build.member("fine", build.hook(to("y"), phase="rewrite")),
    )

    assert (decision.call.command, decision.failures[0].slice) == ("y", "broken")


@pytest.mark.parametrize("phase", ["rewrite", "check"])
@pytest.mark.parametrize(
    "second",
    [raising(ValueError("again")), raising(SystemExit()), giving("text"), giving(Rewrite(None))],  # type: ignore[arg-type]
    ids=["raises", "exits", "no-answer", "rewrites"],
)
def test_a_broken_handler_is_a_deny_by_the_host(
    build: Any, ask: Any, phase: str, second: Any
) -> None:
    member = build.member("a", build.hook(raising(KeyError("first")), second, phase=phase))
    other = build.member("b", build.hook(giving(Context("still here"))))
    decision = ask(build.call(), member, other)

    (deny,) = decision.denies
    assert deny.slice == "a"
    assert "the slice a broke" in deny.answer.reason
    assert paths.config_file() in deny.answer.reason
    assert len(decision.failures) == 2
    assert decision.contexts == ("still here",)


def test_what_died_before_is_not_run_again(build: Any, ask: Any) -> None:
    progress: list[tuple[str, str]] = []
    dead = build.member("dead", build.hook(giving(None), lambda _, f, __: Deny(f.kind)))
    alive = build.member("alive", build.hook(giving(None)))
    decision = ask(
        build.call(),
        dead,
        alive,
        failed={"dead": ("time-out", "8 s")},
        progress=lambda *step: progress.append(step),
    )

    assert progress == [("dead", "on_error"), ("alive", "run")]
    assert decision.denies == (Said("dead", Deny("time-out")),)
    assert decision.failures == (Failure("dead", "time-out", "8 s"),)


def test_a_handler_that_died_before_is_a_deny_by_the_host(build: Any, ask: Any) -> None:
    progress: list[tuple[str, str]] = []
    hooks = [build.hook(giving(None)), build.hook(giving(None))]
    decision = ask(
        build.call(),
        build.member("dead", *hooks),
        failed={"dead": ("crash", "signal 11"), "dead:on_error": ("time-out", "8 s")},
        progress=lambda *step: progress.append(step),
    )

    assert progress == []
    (deny,) = decision.denies
    assert "time-out: 8 s" in deny.answer.reason


def test_progress_names_what_runs_next(build: Any, ask: Any) -> None:
    progress: list[tuple[str, str]] = []
    member = build.member("a", build.hook(raising(ValueError())))

    ask(build.call(), member, progress=lambda *step: progress.append(step))

    assert progress == [("a", "run"), ("a", "on_error")]


@pytest.mark.parametrize(
    ("crude", "verdict"), [(True, "deny"), (False, "run")], ids=["a-hit", "no-hit"]
)
def test_a_slice_that_did_not_load_is_guarded_crudely(
    build: Any, ask: Any, crude: bool, verdict: str
) -> None:
    broken = Broken("gone", Failure("gone", "install", "no module"))
    decision = ask(build.call(), broken, crude=lambda name, _: crude and name == "gone")

    assert decision.verdict == verdict
    assert decision.failures == (broken.failure,)
    assert all("install" in said.answer.reason for said in decision.denies)


def test_the_crude_test_sees_what_the_rewrite_left(build: Any, ask: Any) -> None:
    rewrite = build.member("r", build.hook(to("cat F"), phase="rewrite"))
    broken = Broken("gone", Failure("gone", "install"))
    decision = ask(build.call(), broken, rewrite, crude=lambda _, call: call.command == "cat F")

    assert decision.verdict == "deny"


def after(build: Any, run: Any, on_error: Any = NOTHING, event: str = "tool.result") -> Any:
    return build.member("a", build.hook(run, on_error, event=event, phase="after"))


def test_after_a_call_a_slice_gives_context(build: Any, ask: Any) -> None:
    result = ToolResult(build.call(), "out")

    assert ask(result, after(build, giving(Context("late")))).contexts == ("late",)


@pytest.mark.parametrize("answer", [Deny("too late"), Ask("?")], ids=["deny", "ask"])
def test_after_a_call_nothing_is_denied(build: Any, ask: Any, answer: Any) -> None:
    decision = ask(ToolResult(build.call()), after(build, giving(answer), giving(answer)))

    assert (decision.denies, decision.asks) == ((), ())
    assert [failure.kind for failure in decision.failures] == ["bad-return", "bad-return"]
    assert "bad-return" in decision.contexts[0]


def test_a_result_is_for_the_hooks_of_its_tool(build: Any, ask: Any) -> None:
    hook = build.hook(
        giving(Context("x")), event="tool.result", phase="after", tools=frozenset({"write"})
    )
    member = build.member("a", hook)

    assert ask(ToolResult(build.call()), member).contexts == ()
    assert ask(ToolResult(build.call(tool="write")), member).contexts == ("x",)


def test_session_events_reach_their_hooks_only(build: Any, ask: Any) -> None:
    event = SessionEvent("claude-code", "session.compact", "s", "/repo")
    seen: list[object] = []
    wanted = after(build, lambda occasion, _: seen.append(occasion), event="session.compact")
    other = after(build, giving(Context("no")), event="session.start")
    broken = Broken("gone", Failure("gone", "install"))

    assert ask(event, wanted, other, broken).said == ()
    assert seen == [event]
