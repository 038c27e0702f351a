"""The front in this process: which way an event goes, and what each way answers."""

from __future__ import annotations

import json
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from host import background, environment, front, judge, last_resort, paths
from host.clients import load
from host.clients.seen import seen
from host.supervise import Broke
from host.unsupervised import Done
from tests.host.test_crude import PRINTS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CLIENT = load("claude-code")
PRINT, HARMLESS = "cat notes.txt", "npm run catalog"


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = {b"HOME": str(tmp_path).encode(), b"XDG_STATE_HOME": str(tmp_path / "state").encode()}
    own[b"TIDEGATE_HOST"] = b"cold"
    monkeypatch.setattr(paths, "_environ", own)


@pytest.fixture(autouse=True)
def sample(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have one slice of the tests' own in the place of the repo's."""
    triggers = ModuleType("slices.sample.triggers")
    vars(triggers)["CRUDE"] = PRINTS
    monkeypatch.setitem(sys.modules, triggers.__name__, triggers)
    monkeypatch.setattr(last_resort, "slice_names", lambda: ["sample"])
    monkeypatch.setattr(last_resort, "PLUGIN_FILE", "/no/such/file")


@pytest.fixture
def stack(monkeypatch: pytest.MonkeyPatch) -> Callable[[judge.Verdict], None]:
    """Have the stack come to this verdict."""
    monkeypatch.setattr(environment, "ready", lambda: "/site-packages")

    def says(verdict: judge.Verdict) -> None:
        monkeypatch.setattr(judge, "judge", lambda *_: verdict)

    return says


@pytest.fixture
def no_environment(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Have no environment, and count the set-ups that are started."""
    started: list[str] = []
    monkeypatch.setattr(environment, "ready", lambda: "")

    def start() -> str:
        started.append("")
        return "setting up"

    monkeypatch.setattr(background, "start_setup", start)
    return started


def decide(event: dict[str, Any]) -> tuple[str, str]:
    late: list[Callable[[], None]] = []
    answer = front.decide("claude_code", CLIENT, json.dumps(event).encode(), late)
    for call in late:
        call()
    return seen(answer)


def call(command: str, tool: str = "Bash") -> dict[str, Any]:
    given = {"command": command} if tool == "Bash" else {"file_path": command}
    return {"hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": given}


def test_the_stacks_answer_is_given_as_it_is(stack: Callable[..., None]) -> None:
    told: list[str] = []
    done = Done('{"systemMessage":"hello"}', lambda: told.append("after"))
    stack(judge.Verdict(answered=done))
    assert decide(call(PRINT)) == ("run", "hello")
    assert told == ["after"]


def test_a_slice_that_broke_altogether_denies(stack: Callable[..., None]) -> None:
    stack(judge.Verdict(reason="first broke twice"))
    assert decide(call(HARMLESS)) == ("deny", "first broke twice")


def test_only_a_call_can_be_denied(stack: Callable[..., None]) -> None:
    stack(judge.Verdict(reason="first broke twice"))
    assert decide({"hook_event_name": "SessionStart"})[0] == "run"


@pytest.mark.parametrize(
    ("event", "verdict", "told"),
    [
        (call(PRINT), "deny", True),
        (call(HARMLESS), "run", True),
        (call("cat notes.txt", "Read"), "run", True),
        ({"hook_event_name": "SessionStart"}, "run", True),
        ({"hook_event_name": "PreCompact"}, "run", False),
    ],
    ids=["a-print", "other-work", "a-file-tool", "a-start", "a-compaction"],
)
def test_the_last_resort(
    stack: Callable[..., None], event: dict[str, Any], verdict: str, *, told: bool
) -> None:
    stack(judge.Verdict(broke=Broke("", "host", "time-out", "no answer within 8.0 s")))
    found, text = decide(event)
    assert found == verdict
    assert ("time-out: no answer within 8.0 s" in text) is told


def test_each_session_is_told_once_that_the_host_is_broken(
    stack: Callable[..., None], tmp_path: Path
) -> None:
    stack(judge.Verdict(broke=Broke("", "host", "crash", "gone")))

    def told(session: str) -> bool:
        return "gone" in decide(call(HARMLESS) | {"session_id": session})[1]

    assert [told(session) for session in ("a", "b", "a", "b")] == [True, True, False, False]
    (tmp_path / "state").rename(tmp_path / "away")
    (tmp_path / "state").write_text("a file")
    assert [told("c"), told("c")] == [False, False]
    assert "gone" in decide({"hook_event_name": "SessionStart"})[1]


def test_whatever_the_front_itself_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable() -> str:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(environment, "ready", unreadable)
    assert decide(call(PRINT))[0] == "deny"
    assert decide(call(HARMLESS))[0] == "run"


@pytest.mark.parametrize("broken", [False, True], ids=["sound", "host-broken"])
def test_a_scope_that_breaks_is_unknown(
    stack: Callable[..., None], monkeypatch: pytest.MonkeyPatch, *, broken: bool
) -> None:
    def unreadable(_: object) -> None:
        raise OverflowError

    stack(
        judge.Verdict(broke=Broke("", "host", "crash", ""))
        if broken
        else judge.Verdict(reason="a slice broke")
    )
    monkeypatch.setattr(CLIENT, "scope", unreadable)
    assert decide(call(PRINT))[0] == "deny"


@pytest.mark.parametrize(
    "change", [{"hook_event_name": 1}, {"hook_event_name": ["PreToolUse"]}, {"tool_name": {}}]
)
def test_an_event_of_no_readable_name_is_for_the_crude_test(change: dict[str, Any]) -> None:
    assert decide(call(PRINT) | change)[0] == "deny"
    found, text = decide(call(HARMLESS) | change)
    assert (found, "no slice has checked it" in text) == ("run", True)


def test_without_an_environment_a_set_up_starts(no_environment: list[str]) -> None:
    found, text = decide(call(PRINT))
    assert (found, "install" in text) == ("deny", True)
    assert decide(call(HARMLESS))[0] == "run"
    assert len(no_environment) == 2


def test_the_start_of_a_session_tells_of_the_set_up(no_environment: list[str]) -> None:
    assert decide({"hook_event_name": "SessionStart"}) == ("run", "setting up")
    assert len(no_environment) == 1


def test_an_event_of_no_slice_costs_nothing(no_environment: list[str]) -> None:
    for event in ({"hook_event_name": "Stop"}, call("x", "Grep"), {}):
        assert decide(event) == ("run", "")
    assert no_environment == []


@pytest.fixture
def configured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., None]:
    """Have the repo ship this list of slices, and the person this config."""

    def write(shipped: str, mine: str = "") -> None:
        for name, text in (("PLUGIN_FILE", shipped), ("mine", mine)):
            (tmp_path / name).write_text(text)
        monkeypatch.setattr(last_resort, "PLUGIN_FILE", str(tmp_path / "PLUGIN_FILE"))
        monkeypatch.setattr(last_resort, "config_file", lambda: str(tmp_path / "mine"))

    return write


@pytest.fixture
def broken(stack: Callable[..., None]) -> None:
    """Have the host itself break."""
    stack(judge.Verdict(broke=Broke("", "host", "config", "")))


ON = '{"slices":[{"name":"sample","enabled":true}]}'
OFF = '{"slices":[{"name":"sample","enabled":false}]}'


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize(
    ("shipped", "mine", "verdict"),
    [
        (ON, "", "deny"),
        (ON, "{", "deny"),
        (ON, '{"slices":{"sample":{"enabled":"no"}}}', "deny"),
        (ON, '{"slices":{"sample":{"enabled":false}}}', "run"),
        (OFF, "", "run"),
        (OFF, '{"slices":{"sample":{"enabled":true}}}', "deny"),
    ],
    ids=["shipped-on", "broken", "wrong-type", "off-by-config", "shipped-off", "on-by-config"],
)
def test_the_last_resort_knows_what_is_on(
    configured: Callable[..., None], shipped: str, mine: str, verdict: str
) -> None:
    configured(shipped, mine)
    assert decide(call(PRINT))[0] == verdict


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize(
    "shipped",
    [
        "",
        "{",
        "[]",
        '{"slices":{}}',
        '{"slices":null}',
        '{"slices":[]}',
        '{"slices":[{}]}',
        '{"slices":["sample"]}',
        '{"slices":[{"name":"smaple"}]}',
        '{"slices":[{"name":"sample","enabled":0}]}',
        '{"slices":[{"name":"sample"},{"name":"sample","enabled":false}]}',
    ],
)
def test_a_broken_list_of_slices_leaves_all_of_them_on(
    configured: Callable[..., None], shipped: str
) -> None:
    configured(shipped)
    assert decide(call(PRINT))[0] == "deny"


@pytest.mark.usefixtures("broken")
def test_a_slice_name_that_is_a_path_is_not_imported(configured: Callable[..., None]) -> None:
    names = ["../sample", "sample.plugin", "", "missing", "sample"]
    configured(json.dumps({"slices": [{"name": name} for name in names]}))
    found, text = decide(call(PRINT))
    assert found == "deny"
    assert text.count("what the slice") == 1
