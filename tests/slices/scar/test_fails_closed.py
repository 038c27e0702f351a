"""Every kind of failure, of either arm, through the real phases."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import attrs
import pytest

from host import clients
from host.call import Context, Deny, Failure, FailureKind, ToolResult
from host.desk import Desk
from host.errors import BudgetSpent
from host.house import crude_holds
from host.paths import ROOT
from host.phases import Round, decide
from host.registry import Broken
from slices.scar import reasons
from slices.scar.after.check import Broken as BrokenFile
from slices.scar.limits import DETAIL_MAX_CHARACTERS, DOCUMENTS_MAX

if TYPE_CHECKING:
    from collections.abc import Callable

SNAPSHOTS = Path(__file__).parent / "snapshots"
KINDS = get_args(FailureKind)
WRITE = "cat > app.py <<'E'\nx = 1\nE"
HIDDEN = "cat > app'.'p\\y <\\\n<'E'\nx = 1\nE"
OTHER = ["make", "cat > a.md <<'E'\nx\nE", "python app.py"]
RAISED = {
    "exception": RuntimeError("broken"),
    "out-of-memory": MemoryError(),
    "recursion": RecursionError("too deep"),
    "budget": BudgetSpent("more than 9 words"),
}


def said_by(decision: Any) -> str:
    (said,) = decision.said
    assert said.slice == "scar"
    assert isinstance(said.answer, Deny | Context)
    return said.answer.reason if isinstance(said.answer, Deny) else said.answer.text


def failing(stand: Any, error: BaseException) -> Any:
    """Return the stand with every `run` raising."""

    def run(*_: object) -> None:
        raise error

    (member,) = stand.members
    hooks = tuple(attrs.evolve(hook, run=run) for hook in member.slice.hooks)
    changed = attrs.evolve(member, slice=attrs.evolve(member.slice, hooks=hooks))
    return attrs.evolve(stand, members=(changed,))


@pytest.mark.parametrize("command", [WRITE, HIDDEN], ids=["plain", "hidden-by-quotes"])
@pytest.mark.parametrize("kind", RAISED)
def test_what_the_check_raises(kind: str, command: str, stand_of: Any, shell_call: Any) -> None:
    stand = failing(stand_of("scar"), RAISED[kind])
    decision = stand.decide(shell_call(command, "/"))
    assert decision.verdict == "deny"
    assert f"({kind}: {type(RAISED[kind]).__name__}" in said_by(decision)


@pytest.mark.parametrize("command", OTHER)
def test_other_commands_run_where_the_check_raises(
    command: str, stand_of: Any, shell_call: Any
) -> None:
    stand = failing(stand_of("scar"), RAISED["exception"])
    assert stand.decide(shell_call(command, "/")).said == ()


@pytest.mark.parametrize("kind", ["time-out", "crash", "out-of-memory"])
def test_what_ended_an_earlier_attempt(kind: FailureKind, stand_of: Any, shell_call: Any) -> None:
    stand = stand_of("scar")
    desk = Desk(clients.load("claude-code"), stand.state)
    again = Round(stand.members, desk, {"scar": (kind, "killed")}, lambda n, w: None, crude_holds)
    assert f"({kind}: killed)" in said_by(decide(again, shell_call(WRITE, "/")))
    assert decide(again, shell_call("make", "/")).said == ()


@pytest.mark.parametrize("kind", ["install", "config"])
def test_a_slice_that_did_not_load(kind: FailureKind, stand_of: Any, shell_call: Any) -> None:
    broken = Broken("scar", Failure("scar", kind, "no such module"))
    desk = Desk(clients.load("claude-code"), stand_of("scar").state)
    without = Round((broken,), desk, {}, lambda n, w: None, crude_holds)
    assert f"({kind}: no such module)" in said_by(decide(without, shell_call(WRITE, "/")))
    assert decide(without, shell_call("make", "/")).said == ()


def test_a_command_past_a_bound_is_held_to_the_crude_test(stand_of: Any, shell_call: Any) -> None:
    many = "cat > a.md <<E\nx\nE\n" * (DOCUMENTS_MAX + 1)
    stand = stand_of("scar")
    assert stand.decide(shell_call(many, "/")).said == ()
    decision = stand.decide(shell_call(f"{many}python app.py", "/"))
    assert "(budget: BudgetSpent: more than" in said_by(decision)


@pytest.mark.parametrize("failed", [False, True], ids=["after-success", "after-failure"])
@pytest.mark.parametrize("kind", RAISED)
def test_a_look_that_fails_is_told(kind: str, failed: bool, stand_of: Any, shell_call: Any) -> None:
    stand = failing(stand_of("scar"), RAISED[kind])
    decision = stand.decide(ToolResult(shell_call("make", "/"), failed=failed))
    assert f"({kind}: {type(RAISED[kind]).__name__}" in said_by(decision)
    assert "whether they still parse is not known" in said_by(decision)


@pytest.fixture
def somebody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("slices.scar.reasons.door", lambda name: f"(how to switch {name} off)")


@pytest.mark.usefixtures("somebody")
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("before", lambda: reasons.failed("crash", "its detail")),
        ("after", lambda: reasons.failed_after("crash", "its detail")),
    ],
    ids=["before", "after"],
)
def test_the_words_of_a_failure(name: str, text: Callable[[], str], snapshot: Any) -> None:
    snapshot.snapshot_dir = SNAPSHOTS / "failed"
    snapshot.assert_match(text().replace(ROOT, "/tidegate"), f"{name}.txt")


def test_the_words_about_broken_files(snapshot: Any) -> None:
    files = [
        BrokenFile("/p/app.py", 1, "invalid syntax (Python 3.11)"),
        BrokenFile("/p/a.json", 9, "Expecting value (JSON)", was_sound=False),
    ]
    snapshot.snapshot_dir = SNAPSHOTS / "broken"
    snapshot.assert_match(reasons.no_longer_parse(files, 3), "two-and-more.txt")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_said(kind: str) -> None:
    assert f"({kind})" in reasons.failed(kind, "")
    assert f"({kind})" in reasons.failed_after(kind, "")


def test_a_long_detail_is_one_line_and_cut() -> None:
    said = reasons.failed("crash", "x\n" * DETAIL_MAX_CHARACTERS)
    assert f"(crash: {('x ' * DETAIL_MAX_CHARACTERS)[:DETAIL_MAX_CHARACTERS]})" in said
