import sys
from collections.abc import Callable
from typing import Any, get_args

import pytest

from host.call import Deny, Failure, FailureKind, ToolCall
from slices.guard import closed
from slices.guard.options import Options

KINDS = get_args(FailureKind)


def call(command: str | None, agent_type: str = "") -> ToolCall:
    return ToolCall("claude-code", "shell", "s", "/p", agent_type=agent_type, command=command)


@pytest.mark.parametrize("command", ["ls", "make", "npm run catalog", "git diff HEAD", "", None])
@pytest.mark.parametrize("kind", KINDS)
def test_what_prints_no_file_runs(kind: FailureKind, command: str | None, host: Any) -> None:
    assert closed.on_error(call(command), Failure("guard", kind), host) is None


@pytest.mark.parametrize(
    "command",
    [
        "cat F | wc -l",
        "cat > F <<'EOF'\nx\nEOF",
        "cat F > G",
        "cat $(ls)",
        "cat `ls`",
        "cat F; make",
        "sed -i s/a/b/ F",
        "sed s/a/b/ F",
        "python3 - <<'PY'\nhead = 'x'\nPY",
        "cat 'F",
        "# cat F",
        "echo cat F",
    ],
)
def test_what_does_other_work_runs(command: str, host: Any) -> None:
    assert closed.on_error(call(command), Failure("guard", "exception"), host) is None


@pytest.mark.parametrize(
    "command",
    [
        "cat F",
        "head -n 5 F",
        "tail -3 F",
        "sed -n 1,5p F",
        "sed --quiet 1,5p F",
        "/bin/cat F",
        "command cat F",
        "'cat' F",
        "cat \\\n F",
        "cd docs && cat F; head G",
    ],
)
def test_what_only_prints_is_denied(command: str, host: Any) -> None:
    assert isinstance(closed.on_error(call(command), Failure("guard", "exception"), host), Deny)


@pytest.mark.parametrize("kind", KINDS)
def test_the_reason_names_kind_read_and_switch(kind: FailureKind, host: Any) -> None:
    answer = closed.on_error(call("cat F"), Failure("guard", kind, "its detail"), host)
    assert answer is not None
    assert f"({kind}: its detail)" in answer.reason
    assert "read(/absolute/path, 1, 200)" in answer.reason
    assert "with an offset and a limit" in answer.reason
    assert "slices.guard.enabled to false" in answer.reason
    assert "slices/guard/README.md" in answer.reason


@pytest.mark.parametrize("broken", [None, object()], ids=["no-host", "a-host-that-is-broken"])
def test_it_needs_nothing_of_the_host(broken: Any) -> None:
    answer = closed.on_error(call("cat F"), Failure("guard", "install"), broken)
    assert answer is not None
    assert "offset=1, limit=200" in answer.reason


def test_agents_that_cannot_read_are_not_denied(host: Any) -> None:
    host.options = Options(agents_without_read=("printer",))
    failure = Failure("guard", "exception")
    assert closed.on_error(call("cat F", "printer"), failure, host) is None
    assert closed.on_error(call("cat F", "other"), failure, host) is not None


def test_it_touches_neither_disk_nor_config_nor_parser(
    host: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(*_: object, **__: object) -> Any:
        pytest.fail("the error handler must not come here")

    for name in ("os.stat", "os.open", "os.path.realpath", "builtins.open"):
        monkeypatch.setattr(name, forbidden)
    monkeypatch.setattr(type(host), "shell", forbidden)
    host.store = None
    assert closed.on_error(call("cat F"), Failure("guard", "config"), host) is not None


def test_its_module_does_not_load_the_parser(loaded_by: Callable[[str], set[str]]) -> None:
    loaded = loaded_by("slices.guard.closed")
    assert "slices.guard.closed" in loaded
    assert not {name for name in loaded if name.startswith(("host.shell", "host.config"))}


@pytest.mark.parametrize("event", [None, object()])
def test_other_hooks_let_go_on(event: object, host: Any) -> None:
    handle: Any = closed.run_on
    assert handle(event, Failure("guard", "exception"), host) is None


def test_the_answer_is_the_same_deep_in_a_recursion(host: Any) -> None:
    def down(depth: int) -> Deny | None:
        if depth:
            return down(depth - 1)
        return closed.on_error(call("cat F"), Failure("guard", "recursion"), host)

    assert down(sys.getrecursionlimit() // 2) == down(0)
