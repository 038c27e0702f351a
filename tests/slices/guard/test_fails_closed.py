"""Every kind of failure, through the real phases."""

from pathlib import Path
from typing import Any

import attrs
import pytest

from host import clients
from host.call import Deny, Failure, FailureKind, SessionEvent, ToolCall
from host.desk import Desk
from host.errors import BudgetSpent
from host.house import crude_holds
from host.phases import Round, decide
from host.registry import Broken
from slices.guard import judge

PRINT = "cat README.md"
WORK = "npm run catalog"
RAISED = {
    "exception": RuntimeError("broken"),
    "out-of-memory": MemoryError(),
    "recursion": RecursionError("too deep"),
    "budget": BudgetSpent("more than 9 words"),
}


def reason(said: Any) -> str:
    assert isinstance(said.answer, Deny)
    return said.answer.reason


def deny_of(decision: Any) -> str:
    assert [said.slice for said in decision.said] == ["guard"]
    return reason(decision.said[0])


@pytest.mark.parametrize("kind", RAISED)
def test_what_the_check_raises(kind: str, stand_of: Any, shell_call: Any) -> None:
    def fail(call: object, host: object) -> None:
        raise RAISED[kind]

    stand = in_check(stand_of("guard"), fail)
    denied = stand.decide(shell_call(PRINT, "/"))
    assert [f.kind for f in denied.failures] == [kind]
    assert f"({kind}: {type(RAISED[kind]).__name__}" in deny_of(denied)
    assert stand.decide(shell_call(WORK, "/")).said == ()


def test_a_real_recursion_in_the_parser(
    stand_of: Any, shell_call: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deep(desk: Desk, call: ToolCall) -> Any:
        return deep(desk, call)

    monkeypatch.setattr(Desk, "shell", deep)
    denied = stand_of("guard").decide(shell_call(PRINT, "/"))
    assert "(recursion: " in deny_of(denied)


def test_a_return_of_the_wrong_type(stand_of: Any, shell_call: Any) -> None:
    stand = in_check(stand_of("guard"), lambda call, host: "deny")
    denied = stand.decide(shell_call(PRINT, "/"))
    assert "(bad-return: " in deny_of(denied)


@pytest.mark.parametrize("kind", ["time-out", "crash", "out-of-memory"])
def test_what_ended_an_earlier_attempt(
    kind: FailureKind, stand_of: Any, shell_call: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand = stand_of("guard")
    monkeypatch.setattr(judge, "parts", lambda reading: pytest.fail("asked again"))
    desk = Desk(clients.load("claude-code"), stand.state)
    again = Round(stand.members, desk, {"guard": (kind, "killed")}, lambda n, w: None, crude_holds)
    assert f"({kind}: killed)" in deny_of(decide(again, shell_call(PRINT, "/")))
    assert decide(again, shell_call(WORK, "/")).said == ()


@pytest.mark.parametrize("kind", ["install", "config"])
def test_a_slice_that_did_not_load(kind: FailureKind, stand_of: Any, shell_call: Any) -> None:
    broken = Broken("guard", Failure("guard", kind, "no such module"))
    desk = Desk(clients.load("claude-code"), stand_of("guard").state)
    without = Round((broken,), desk, {}, lambda n, w: None, crude_holds)
    said = deny_of(decide(without, shell_call(PRINT, "/")))
    assert f"({kind}: no such module)" in said
    assert "slices.guard.enabled" in said
    assert decide(without, shell_call(WORK, "/")).said == ()


def test_a_broken_session_event_goes_on(stand_of: Any) -> None:
    def fail(event: object, host: object) -> None:
        raise RAISED["exception"]

    stand = everywhere(stand_of("guard"), fail)
    decision = stand.decide(SessionEvent("claude-code", "session.compact", "s", "/"))
    assert decision.said == ()
    assert len(decision.failures) == 1


def test_a_broken_read_hook_lets_the_read_go_on(stand_of: Any) -> None:
    def fail(call: object, host: object) -> None:
        raise RAISED["exception"]

    stand = everywhere(stand_of("guard"), fail)
    decision = stand.decide(ToolCall("claude-code", "read", "s", "/", path="/README.md"))
    assert decision.said == ()
    assert len(decision.failures) == 1


def test_a_state_that_cannot_be_used_keeps_the_deny(
    stand_of: Any, shell_call: Any, tmp_path: Path
) -> None:
    (tmp_path / "README.md").write_text("x\n")
    (tmp_path / "state").write_text("a file where the folder should be")
    stand = stand_of("guard")
    decision = stand.decide(shell_call(PRINT, str(tmp_path)))
    assert "only prints" in deny_of(decision)
    assert decision.failures == ()
    assert stand.counts() == ["valve-lost"]


def in_check(stand: Any, run: Any) -> Any:
    """Return the stand with the check of shell calls replaced."""
    return replaced(stand, run, {"shell"})


def everywhere(stand: Any, run: Any) -> Any:
    """Return the stand with every `run` replaced."""
    return replaced(stand, run, {"shell", "read", None})


def replaced(stand: Any, run: Any, tools: set[Any]) -> Any:
    (member,) = stand.members
    hooks = tuple(
        attrs.evolve(hook, run=run) if tools & (set(hook.tools) or {None}) else hook
        for hook in member.slice.hooks
    )
    changed = attrs.evolve(member, slice=attrs.evolve(member.slice, hooks=hooks))
    return attrs.evolve(stand, members=(changed,))
