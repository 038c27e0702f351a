"""Through the real house: the slices after sembr judge the call that it leaves."""

from __future__ import annotations

import json
import posix
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from host import extras, paths, registry, triggers
from host.house import Places, answer
from slices.sembr.plugin import tidegate_slice

if TYPE_CHECKING:
    from host.call import ToolCall
    from host.hook import Hook

ROOT = Path(__file__).parents[3]
MESSAGE = "git notes add -F - <<'EOF'\nOne here. Two there.\nEOF\n"
BROKEN = MESSAGE.replace(". Two", ".\nTwo")


@attrs.define
class House:
    """The shipped configuration with sembr on, and what later slices were given."""

    places: Places
    cwd: str
    seen: list[ToolCall] = attrs.field(factory=list)

    def ask(self, tool: str, **given: Any) -> dict[str, Any]:
        """Return what the client is told before a call."""
        event: dict[str, Any] = {
            "hook_event_name": "PreToolUse",
            "session_id": "s",
            "cwd": self.cwd,
        }
        event |= {"tool_name": tool, "tool_input": given}
        outcome = answer("claude-code", event, places=self.places)
        outcome.after()
        found: dict[str, Any] = json.loads(outcome.text or "{}").get("hookSpecificOutput", {})
        return found


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setitem(posix.environ, name.encode(), str(tmp_path / name).encode())
    config = tmp_path / "config.json"
    config.write_text(json.dumps({"slices": {"sembr": {"enabled": True}}}))
    state = str(tmp_path / "state")
    places = Places(shipped=paths.PLUGIN_FILE, persons=(str(config),), state=state)
    (tmp_path / "project").mkdir()
    return House(places, str(tmp_path / "project"))


@pytest.fixture
def watched(house: House, monkeypatch: pytest.MonkeyPatch) -> House:
    """The house, with every check of the other slices noting the call that it judges."""
    load = registry.load

    def noting(run: Any) -> Any:
        def check(call: ToolCall, host: Any) -> Any:
            house.seen.append(call)
            return run(call, host)

        return check

    def wrapped(hook: Hook) -> Hook:
        return attrs.evolve(hook, run=noting(hook.run)) if hook.phase == "check" else hook

    def members(names: Any, package: str) -> Any:
        for member in load(names, package):
            assert isinstance(member, registry.Loaded)
            hooks = tuple(map(wrapped, member.slice.hooks))
            yield attrs.evolve(member, slice=attrs.evolve(member.slice, hooks=hooks))

    monkeypatch.setattr(registry, "load", members)
    return house


def test_the_checks_are_given_the_rewritten_command(watched: House) -> None:
    said = watched.ask("Bash", command=MESSAGE, description="d", timeout=9)
    assert {call.command for call in watched.seen} == {BROKEN}
    assert len(watched.seen) > 1
    assert said["updatedInput"] == {"command": BROKEN, "description": "d", "timeout": 9}
    assert "permissionDecision" not in said
    assert "sembr" in said["additionalContext"]


def test_the_checks_are_given_the_rewritten_content(watched: House) -> None:
    path = f"{watched.cwd}/a.md"
    said = watched.ask("Write", file_path=path, content="One here. Two there.", extra=1)
    assert {call.content for call in watched.seen} == {"One here.\nTwo there."}
    assert said["updatedInput"] == {
        "file_path": path,
        "content": "One here.\nTwo there.",
        "extra": 1,
    }


def test_a_deny_after_it_drops_the_rewrite(house: House) -> None:
    said = house.ask("Bash", command=f"{MESSAGE}cat > app.py <<'EOF'\nx = 1\nEOF\n")
    assert said["permissionDecision"] == "deny"
    assert "updatedInput" not in said
    assert "additionalContext" not in said


def test_it_is_first_and_off_in_the_shipped_configuration() -> None:
    first = json.loads(Path(paths.PLUGIN_FILE).read_text("utf-8"))["slices"][0]
    assert (first["name"], first["enabled"]) == ("sembr", False)


def test_the_shipped_options_are_the_default_ones() -> None:
    first = json.loads(Path(paths.PLUGIN_FILE).read_text("utf-8"))["slices"][0]
    assert first["options"] == attrs.asdict(tidegate_slice().options())


def test_without_the_line_of_configuration_nothing_is_rewritten(house: House) -> None:
    Path(house.places.persons[0]).write_text("{}")
    assert house.ask("Bash", command=MESSAGE) == {}


def test_the_pins_are_those_of_the_extra() -> None:
    text = Path(extras.pins_file("sembr")).read_text("utf-8")
    pins = [line.split()[0] for line in text.splitlines() if line[0].isalpha()]
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert [pin for pin in pins if f'"{pin}"' not in project] == []
    assert len(pins) == len(("markdown", "sentences"))


GLANCES = {
    "a-write-of-markdown": ("write", "/p/README.md", True),
    "an-edit-of-markdown": ("edit", "/p/a.markdown", True),
    "a-write-of-mdx": ("write", "/p/a.mdx", True),
    "a-write-of-code": ("write", "/p/a.py", False),
    "a-read-of-markdown": ("read", "/p/README.md", False),
    "a-here-document": ("shell", MESSAGE, True),
    "a-command-that-names-markdown": ("shell", "wc -l README.md", False),
    "a-message-as-a-word": ("shell", "git commit -m x", False),
}


@pytest.mark.parametrize(("tool", "text", "wanted"), GLANCES.values(), ids=GLANCES.keys())
def test_the_entry_wakes_for_what_may_be_rewritten_alone(
    house: House, tool: str, text: str, wanted: bool
) -> None:
    Path(triggers.trigger_file()).parent.mkdir(parents=True, exist_ok=True)
    rows = [("sembr", hook) for hook in tidegate_slice().hooks]
    triggers.write(rows, triggers.fingerprint())
    assert triggers.wants(("tool.call", tool, text, "s", "")) is wanted
