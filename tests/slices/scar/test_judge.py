"""One call before it runs: what the scars answer together, and what the ledger counts."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.call import Ask, Context, Deny, ToolCall
from host.errors import BudgetSpent
from slices.scar import judge
from slices.scar.after.snapshot import DENIED
from slices.scar.limits import COMMAND_MAX_CHARACTERS, TARGETS_NAMED_MAX
from slices.scar.options import Options
from slices.scar.scars.heredoc_py import SCAR
from tests.slices.scar.conftest import MemoryHost

WRITE = "cat > app.py <<{}\n{}\nE\n"


def call(command: str | None) -> ToolCall:
    return ToolCall("claude-code", "shell", "s", "/p", command=command)


def reason(answer: object) -> str:
    assert isinstance(answer, Deny)
    return answer.reason


COUNTED: dict[str, tuple[str, Options, list[tuple[str, str]]]] = {
    "no-heredoc": ("ls", Options(), []),
    "another-target": (
        "cat > a.md <<E\nx\nE\n",
        Options(),
        [("exposed", "heredoc-py")],
    ),
    "nothing-changes-it": (
        WRITE.format("E", "x = 1"),
        Options(),
        [("exposed", "heredoc-py"), ("block-unneeded", "heredoc-py")],
    ),
    "the-shell-changes-it": (
        WRITE.format("E", "x = '$HOME'"),
        Options(),
        [("exposed", "heredoc-py"), ("block-needed", "heredoc-py shell")],
    ),
    "the-transport-changes-it": (
        WRITE.format("'E'", "x = '\\\\d'"),
        Options(platform="windows"),
        [
            ("exposed", "heredoc-py"),
            ("block-needed", "heredoc-py transport"),
            ("exposed", "transport"),
            ("block-needed", "transport transport"),
        ],
    ),
    "a-platform-without-that-transport": (
        WRITE.format("'E'", "x = '\\\\d'"),
        Options(platform="macos"),
        [("exposed", "heredoc-py"), ("block-unneeded", "heredoc-py")],
    ),
    "one-of-two-is-needed": (
        WRITE.format("'E'", "x") + WRITE.format("E", "$x"),
        Options(),
        [("exposed", "heredoc-py"), ("block-needed", "heredoc-py shell")],
    ),
    "switched-off": (WRITE.format("E", "x = 1"), Options(off=("heredoc-py",)), []),
}


@pytest.mark.parametrize(("command", "options", "counted"), COUNTED.values(), ids=COUNTED.keys())
def test_what_is_counted(
    command: str, options: Options, counted: list[tuple[str, str]], host: Any
) -> None:
    host.options = options
    judge.check(call(command), host)
    assert host.counts == counted


def test_a_deny_is_told_to_the_hook_that_comes_after(host: Any) -> None:
    judge.check(call(WRITE.format("E", "x = 1")), host)
    assert host.once(DENIED, lambda: False) is True


def test_a_call_that_runs_leaves_nothing_behind(host: Any) -> None:
    assert judge.check(call("cat > a.md <<E\nx\nE\n"), host) is None
    assert host.told == {}


@pytest.mark.parametrize("command", [None, "cat <<E > 'app.py", "cat > app.py <<"])
def test_what_cannot_be_read_runs(command: str | None, host: Any) -> None:
    assert judge.check(call(command), host) is None


def test_a_command_past_its_bound_is_for_the_crude_test(host: Any) -> None:
    with pytest.raises(BudgetSpent, match=str(COMMAND_MAX_CHARACTERS)):
        judge.check(call("#" * (COMMAND_MAX_CHARACTERS + 1)), host)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (WRITE.format("E", "x = 1"), "neither the shell nor the transport would change"),
        (WRITE.format("E", "x = `y`"), "the delimiter is not quoted"),
        (WRITE.format("'E'", "x = '\\\\\\\\'"), "on its way to the shell the text changes"),
    ],
    ids=["nobody", "the-shell", "the-transport"],
)
def test_the_reason_says_who_changes_the_text(command: str, said: str, host: Any) -> None:
    host.options = Options(platform="windows")
    assert said in reason(judge.check(call(command), host))


def test_the_reason_names_so_many_targets_and_counts_the_rest(host: Any) -> None:
    names = " ".join(f"f{n}.py" for n in range(TARGETS_NAMED_MAX + 3))
    said = reason(judge.check(call(f"tee {names} <<E\nx\nE\n"), host))
    assert said.count("write(/p/") == TARGETS_NAMED_MAX
    assert "  and 3 more" in said


def test_the_same_target_is_named_once(host: Any) -> None:
    twice = WRITE.format("E", "x = 1") + WRITE.format("E", "y = 1")
    assert reason(judge.check(call(twice), host)).count("write(/p/app.py)") == 1


def test_an_unknown_machine_is_another_machine(host: Any) -> None:
    said = reason(judge.check(call("ssh \"$H\" 'cat > /a.py' <<E\nx\nE\n"), host))
    assert "/a.py on another machine" in said


@pytest.mark.parametrize(("action", "kind"), [("deny", Deny), ("ask", Ask), ("context", Context)])
def test_the_action_decides_the_answer(
    action: str, kind: type, host: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    scar = attrs.evolve(SCAR, action=action)  # type: ignore[arg-type]
    monkeypatch.setattr(judge, "in_force", lambda options, command: (scar,))
    assert type(judge.check(call(WRITE.format("E", "x")), host)) is kind


@pytest.mark.parametrize(
    ("answers", "one"),
    [
        ([], None),
        ([Context("a"), Context("b")], Context("a\n\nb")),
        ([Context("a"), Ask("b")], Ask("b")),
        ([Ask("a"), Deny("b"), Context("c"), Deny("d")], Deny("b\n\nd")),
    ],
    ids=["none", "contexts", "an-ask-beats-a-context", "denies-beat-all"],
)
def test_answers_are_added_up(answers: Any, one: Any) -> None:
    assert judge.added_up(answers) == one


PIECES = [
    *("git commit -m ", "gh pr create --body ", "echo ", "curl -d", "python3 - ", "bash -s ", "a "),
    *('"', "'", "`", "$(", ")", "{ ", "; }", "( ", "|", " && ", "&", ";", "\n", " ", "\\", "$x"),
    *("<<E", "<<'E'", "\nE\n", "</dev/null", "0<&3", "<<<x", "> a.py", "f() ", "--message=", "-am"),
]


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join), st.sampled_from(["on", "off"]))
def test_no_command_breaks_it(command: str, transport: str) -> None:
    host = MemoryHost(Options(transport=transport))
    answer = judge.check(call(command), host)  # type: ignore[arg-type]
    assert answer is None or isinstance(answer, Deny)
