from __future__ import annotations

import json
import posix
import sqlite3
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from host import paths, registry, triggers
from host.call import Context, Deny, Failure
from host.clients import claude_code
from host.errors import BadEvent, ConfigError, StateError
from host.house import Places, answer
from host.registry import Broken, Loaded

if TYPE_CHECKING:
    from collections.abc import Callable

BASH = {
    "hook_event_name": "PreToolUse",
    "session_id": "s1",
    "cwd": "/",
    "tool_name": "Bash",
    "tool_input": {"command": "cat F", "timeout": 5},
}
START = {"hook_event_name": "SessionStart", "session_id": "s1", "cwd": "/", "source": "startup"}


@attrs.frozen
class House:
    """A house in a folder of its own, whose slices are `members`."""

    places: Places
    members: dict[str, Any]
    folder: Path

    def ask(self, event: dict[str, Any] = BASH, **changes: Any) -> dict[str, Any]:
        outcome = answer("claude-code", event, places=self.places, **changes)
        outcome.after()
        found: dict[str, Any] = json.loads(outcome.text or "{}")
        return found

    def mine(self, value: Any) -> None:
        (self.folder / "config.json").write_text(json.dumps(value))

    def rows(self, columns: str) -> list[tuple[Any, ...]]:
        with sqlite3.connect(self.folder / "state" / "state.db") as connection:
            found = connection.execute(f"SELECT {columns} FROM ledger ORDER BY id").fetchall()
        connection.close()
        return found


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The front reads the process's own environment, which `setenv` does not reach.
    monkeypatch.setitem(posix.environ, b"XDG_STATE_HOME", str(tmp_path / "xdg").encode())
    monkeypatch.setitem(posix.environ, b"XDG_CONFIG_HOME", str(tmp_path / "xdg").encode())


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., House]:
    """Build a house of in-test members; `off` names those that the shipped file has off."""

    def build_house(*members: Any, off: tuple[str, ...] = ()) -> House:
        named = {member.name: member for member in members}
        monkeypatch.setattr(registry, "load", lambda names, _: tuple(named[n] for n in names))
        entries = [{"name": name, "enabled": name not in off} for name in named]
        (tmp_path / "plugin.json").write_text(json.dumps({"slices": entries}))
        places = Places(
            shipped=str(tmp_path / "plugin.json"),
            persons=(str(tmp_path / "config.json"),),
            state=str(tmp_path / "state"),
        )
        return House(places, named, tmp_path)

    return build_house


def denying(build: Any, name: str = "guard", text: str = "no") -> Loaded:
    member: Loaded = build.member(name, build.hook(lambda *_: Deny(text)))
    return member


def decision(found: dict[str, Any]) -> str:
    verdict: str = found.get("hookSpecificOutput", {}).get("permissionDecision", "run")
    return verdict


def test_a_deny_goes_out_and_into_the_ledger(build: Any, make: Any) -> None:
    house = make(denying(build))
    found = house.ask()

    assert decision(found) == "deny"
    assert "systemMessage" not in found
    assert house.rows("session, event, tool, slice, kind, detail") == [
        ("s1", "tool.call", "shell", "guard", "deny", "no")
    ]


def test_nothing_to_say_is_an_empty_answer_and_opens_no_state(build: Any, make: Any) -> None:
    house = make(build.member("quiet", build.hook(lambda *_: None)))
    outcome = answer("claude_code", BASH, places=house.places)
    outcome.after()

    assert outcome.text == ""
    assert not (house.folder / "state" / "state.db").exists()


@pytest.mark.parametrize(
    "event",
    [{}, {"hook_event_name": "Stop"}, BASH | {"tool_name": "WebFetch"}],
    ids=["empty", "event", "tool"],
)
def test_what_no_slice_can_hook_is_empty(make: Any, event: dict[str, Any]) -> None:
    assert make().ask(event) == {}


def test_nothing_is_written_before_the_answer_is_out(build: Any, make: Any) -> None:
    house = make(denying(build))
    answer("claude-code", BASH, places=house.places)

    assert not (house.folder / "state").exists()


def test_a_switched_off_slice_is_not_asked(build: Any, make: Any) -> None:
    house = make(denying(build))
    house.mine({"slices": {"guard": {"enabled": False}}})

    assert house.ask() == {}


def test_the_shipped_file_can_switch_a_slice_off(build: Any, make: Any) -> None:
    assert make(denying(build), off=("guard",)).ask() == {}


def test_options_reach_their_slice(build: Any, make: Any) -> None:
    hook = build.hook(lambda _, host: Context(repr(host.options.loud)))
    house = make(build.member("a", hook))
    house.mine({"slices": {"a": {"options": {"loud": True}}}})

    assert house.ask()["hookSpecificOutput"]["additionalContext"] == "True"


def test_a_counter_is_in_the_ledger_after_the_answer(build: Any, make: Any) -> None:
    house = make(build.member("a", build.hook(lambda _, host: host.count("valve", "opened"))))
    house.ask()

    assert house.rows("slice, kind, name, detail") == [("a", "count", "valve", "opened")]


def test_faults_of_the_config_are_told_once_a_session_and_block_nothing(
    build: Any, make: Any
) -> None:
    house = make(denying(build), build.member("tidy", build.hook(lambda *_: Context("x"))))
    house.mine({"slices": {"gaurd": {"enabled": False}, "tidy": {"options": {"lod": 1}}}})
    first, second, other = house.ask(), house.ask(), house.ask(BASH | {"session_id": "s2"})

    assert [decision(found) for found in (first, second, other)] == ["deny"] * 3
    assert 'Did you mean "guard"?' in first["systemMessage"]
    assert "systemMessage" not in second
    assert other["systemMessage"] == first["systemMessage"]


def test_wrong_options_leave_the_slice_on_with_the_last_good_ones(build: Any, make: Any) -> None:
    hook = build.hook(lambda _, host: Context(repr(host.options.loud)))
    house = make(build.member("a", hook))
    house.mine({"slices": {"a": {"options": {"loud": True}}}})
    house.ask()
    house.mine({"slices": {"a": {"options": {"loud": "very"}}}})
    found = house.ask()

    assert found["hookSpecificOutput"]["additionalContext"] == "True"
    assert 'a.options.loud: expected true or false, got "very"' in found["systemMessage"]


def test_wrong_options_without_last_good_ones_leave_the_defaults(build: Any, make: Any) -> None:
    hook = build.hook(lambda _, host: Context(repr(host.options.loud)))
    house = make(build.member("a", hook))
    house.mine({"slices": {"a": {"options": {"loud": "very"}}}})

    assert house.ask()["hookSpecificOutput"]["additionalContext"] == "False"


def test_a_config_that_breaks_switches_nothing_off(build: Any, make: Any) -> None:
    house = make(denying(build), off=("guard",))
    house.mine({"slices": {"guard": {"enabled": True}}})
    assert decision(house.ask()) == "deny"

    (house.folder / "config.json").write_text("{")
    assert decision(house.ask()) == "deny"
    (house.folder / "plugin.json").write_text("{")
    assert decision(house.ask()) == "deny"


def test_no_config_at_all_is_for_the_last_resort(build: Any, make: Any) -> None:
    house = make(denying(build))
    (house.folder / "plugin.json").write_text("{")

    with pytest.raises(ConfigError):
        house.ask()


def test_a_bad_event_is_for_the_last_resort(make: Any) -> None:
    with pytest.raises(BadEvent):
        make().ask(BASH | {"tool_input": {"command": ["cat", "F"]}})


def test_an_unknown_client_is_for_the_last_resort(make: Any) -> None:
    with pytest.raises(LookupError):
        answer("no-such-client", BASH, places=make().places)


def test_a_broken_slice_is_told_once_and_its_handler_answers(build: Any, make: Any) -> None:
    calls: list[int] = []

    def run(*_: object) -> None:
        calls.append(1)
        raise ValueError(len(calls))

    house = make(build.member("guard", build.hook(run, lambda *_: Deny("closed"))))
    first, second = house.ask(), house.ask()

    assert (decision(first), decision(second)) == ("deny", "deny")
    assert "guard broke (exception: ValueError: 1)" in first["systemMessage"]
    assert "systemMessage" not in second
    assert house.rows("kind, name, detail")[1] == ("failure", "exception", "ValueError: 1")


def test_what_died_before_is_handed_to_its_handler(build: Any, make: Any) -> None:
    steps: list[tuple[str, str]] = []
    hook = build.hook(lambda *_: None, lambda _, failure, __: Deny(failure.kind))
    found = make(build.member("guard", hook)).ask(
        failed={"guard": ("time-out", "8 s")}, progress=lambda *step: steps.append(step)
    )

    assert found["hookSpecificOutput"]["permissionDecisionReason"] == "time-out"
    assert steps == [("guard", "on_error"), ("", "host")]


def test_a_slice_that_did_not_load_guards_by_its_crude_test(
    make: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.last_resort.crude_of", lambda _: {"first_words": ("cat",)})
    house = make(Broken("guard", Failure("guard", "install", "no such module")))
    found = house.ask()

    assert decision(found) == "deny"
    assert "install" in found["hookSpecificOutput"]["permissionDecisionReason"]
    assert "its crude test guards" in found["systemMessage"]
    assert house.ask(BASH | {"tool_input": {"command": "npm run catalog"}}) == {}


@pytest.mark.parametrize("data", [None, {"first_words": 7}], ids=["none", "no-data"])
def test_a_slice_without_any_guard_is_told_loudly(
    make: Any, monkeypatch: pytest.MonkeyPatch, data: Any
) -> None:
    monkeypatch.setattr("host.last_resort.crude_of", lambda _: data)
    house = make(Broken("ghost", Failure("ghost", "install", "gone")))

    assert "NOTHING GUARDS" in house.ask()["systemMessage"]
    assert house.ask() == {}


def test_the_parser_runs_once_for_all_and_its_defect_is_every_slices(
    build: Any, make: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[str] = []

    def read(text: str, _: object) -> object:
        parsed.append(text)
        raise RecursionError

    monkeypatch.setattr("host.shell.read", read, raising=False)
    hook = build.hook(lambda call, host: host.shell(call), lambda *a: Deny(a[1].kind))
    quiet = build.member("quiet", build.hook(lambda *_: None))
    found = make(build.member("a", hook), build.member("b", hook), quiet).ask()

    assert parsed == ["cat F"]
    reason = found["hookSpecificOutput"]["permissionDecisionReason"]
    assert reason == "[a]\nrecursion\n\n[b]\nrecursion"


def test_a_slice_that_cannot_use_its_state_is_asked_how_to_close(build: Any, make: Any) -> None:
    hook = build.hook(lambda _, host: host.store.put("k", "v"), lambda *a: Deny(a[1].detail))
    house = make(build.member("guard", hook))
    (house.folder / "state").write_text("a file where the folder should be")
    found = house.ask()

    assert StateError.__name__ in found["hookSpecificOutput"]["permissionDecisionReason"]


def test_a_state_that_cannot_be_used_is_told_when_a_session_starts(build: Any, make: Any) -> None:
    house = make(denying(build))
    assert house.ask(START) == {}
    (house.folder / "state" / "state.db").rename(house.folder / "away")
    (house.folder / "state" / "state.db").mkdir()

    assert "state cannot be used" in house.ask(START | {"session_id": "s2"})["systemMessage"]
    assert decision(house.ask()) == "deny"


def test_a_corrupt_state_found_after_the_answer_is_told_at_the_next_start(
    build: Any, make: Any
) -> None:
    house = make(denying(build))
    (house.folder / "state").mkdir()
    (house.folder / "state" / "state.db").write_bytes(b"no database" * 1000)
    assert "systemMessage" not in house.ask()

    told = house.ask(START | {"session_id": "s2"})["systemMessage"]
    assert "was corrupt" in told
    assert house.ask(START | {"session_id": "s3"}) == {}
    assert house.rows("slice, kind") == [("guard", "deny")]


def test_a_ledger_that_breaks_changes_nothing(
    build: Any, make: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = "state.db"

    def broken(*_: object) -> None:
        raise StateError(file, "is full", "Make room.")

    monkeypatch.setattr("host.ledger.write", broken)

    assert decision(make(denying(build)).ask()) == "deny"
    assert capsys.readouterr() == ("", "")


def test_the_trigger_file_is_written_and_passes_what_nobody_wants(build: Any, make: Any) -> None:
    hook = build.hook(lambda *_: None, triggers=("cat",), tools=frozenset({"shell"}))
    make(build.member("guard", hook)).ask()

    scope = ("/", -1.0, "", claude_code.options())
    assert triggers.wants(("tool.call", "shell", "ls -la", "s", ""), scope) is False
    assert triggers.wants(("tool.call", "shell", "cat F", "s", ""), scope) is True


def test_a_slice_that_did_not_load_never_narrows_the_triggers(build: Any, make: Any) -> None:
    make(denying(build, "a"), Broken("guard", Failure("guard", "install"))).ask()

    assert triggers.wants(("tool.call", "read", "/x", "s", "")) is True


@pytest.fixture
def named(make: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[House, list[str]]]:
    """Build a house, and tell which members each call has loaded."""

    def build_house(*members: Any) -> tuple[House, list[str]]:
        house, load = make(*members), registry.load
        loaded: list[str] = []

        def noted(names: tuple[str, ...], place: str) -> tuple[Any, ...]:
            loaded.append(" ".join(names))
            return load(names, place)

        monkeypatch.setattr(registry, "load", noted)
        return house, loaded

    return build_house


def two(build: Any, phase: str = "check") -> tuple[Any, Any]:
    return denying(build, "a"), build.member("b", build.hook(lambda *_: None, phase=phase))


def test_only_the_slices_that_want_the_event_are_loaded(build: Any, named: Any) -> None:
    house, loaded = named(*two(build))
    assert decision(house.ask(wanted=frozenset({("a", 0)}))) == "deny"
    assert decision(house.ask(wanted=frozenset({("b", 0)}))) == "run"
    assert decision(house.ask(wanted=None)) == "deny"
    assert loaded == ["a", "b", "a b"]


def test_a_slice_with_options_of_its_own_is_loaded_too(build: Any, named: Any) -> None:
    house, loaded = named(*two(build))
    house.mine({"slices": {"b": {"options": {"loud": "very"}}}})
    found = house.ask(wanted=frozenset({("a", 0)}))
    assert 'b.options.loud: expected true or false, got "very"' in found["systemMessage"]
    assert loaded == ["a b"]


def test_where_one_rewrites_all_are_loaded(build: Any, named: Any) -> None:
    house, loaded = named(*two(build, phase="rewrite"))
    house.ask(wanted=frozenset({("b", 0)}))
    assert loaded == ["b", "a b"]


def test_what_was_foreseen_is_whole(
    build: Any, named: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, loaded = named(*two(build))
    monkeypatch.setattr(registry, "_foreseen", {("names",): ()})
    house.ask(wanted=frozenset({("a", 0)}))
    assert loaded == ["a b"]


def test_a_part_of_the_house_keeps_nothing_for_the_whole(build: Any, named: Any) -> None:
    house, _ = named(*two(build))
    house.ask(wanted=frozenset({("a", 0)}))
    assert not (house.folder / "state" / "last-good.json").exists()
    assert triggers.wanted(("tool.call", "shell", "ls", "s", "")) is None
    house.ask()
    assert (house.folder / "state" / "last-good.json").exists()


def test_the_shipped_house_answers(tmp_path: Path) -> None:
    outcome = answer("claude-code", START)
    outcome.after()

    assert outcome.text == ""
    shipped = json.loads(Path(paths.PLUGIN_FILE).read_text("utf-8"))["slices"]
    on = [row["name"] for row in shipped if row["enabled"]]
    assert [name for name in on if f"slices.{name}.plugin" not in sys.modules] == []
    assert (tmp_path / "xdg" / "tidegate" / "last-good.json").exists()
