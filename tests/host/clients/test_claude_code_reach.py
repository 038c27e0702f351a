"""Whether the client asks tidegate at all, by its settings and the plugin's hooks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from host.clients import claude_code_reach as reach
from host.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable

PLUGIN = "tidegate@tidegate"
ON, OFF = {"enabledPlugins": {PLUGIN: True}}, {"enabledPlugins": {PLUGIN: False}}
PLACES = {
    "user": "client/settings.json",
    "project": "project/.claude/settings.json",
    "local": "project/.claude/settings.local.json",
}


@pytest.fixture
def look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[tuple[str, str]]]:
    """Look with these settings in their places; return level and text of what the client does."""
    monkeypatch.setattr(
        "host.clients.claude_code_settings.variable", lambda _: str(tmp_path / "client")
    )

    def found(**given: Any) -> list[tuple[str, str]]:
        for place, value in given.items():
            file = tmp_path / PLACES[place]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(value if isinstance(value, str) else json.dumps(value))
        listed = list(reach.look(str(tmp_path / "project")))
        assert all(one.mend for one in listed if one.level == "wrong")
        return [(one.level, one.text) for one in listed]

    return found


@pytest.mark.parametrize(
    ("given", "level", "says"),
    [
        pytest.param({}, "notice", "no settings file names tidegate", id="nowhere"),
        pytest.param({"user": ON}, "fine", f"has {PLUGIN} on", id="for-the-person"),
        pytest.param({"user": ON, "local": ON}, "fine", "settings.local.json", id="twice"),
        pytest.param({"user": OFF}, "wrong", f"switches {PLUGIN} off", id="the-person-has-it-off"),
        pytest.param(
            {"user": ON, "project": OFF}, "wrong", ".claude/settings.json", id="a-project"
        ),
        pytest.param({"project": ON, "local": OFF}, "wrong", "settings.local", id="here-alone"),
        pytest.param({"user": OFF, "project": ON}, "fine", ".claude/settings.json", id="the-last"),
        pytest.param({"user": {"enabledPlugins": 7}}, "notice", "no settings file", id="no-object"),
        pytest.param({"user": "{"}, "notice", "no settings file", id="no-json"),
    ],
)
def test_the_last_file_says_whether_it_is_on(
    look: Callable[..., list[tuple[str, str]]], given: dict[str, Any], level: str, says: str
) -> None:
    (switched, *_) = look(**given)
    assert switched[0] == level
    assert says in switched[1]


@pytest.mark.parametrize("place", PLACES)
def test_any_file_can_switch_every_hook_off(
    look: Callable[..., list[tuple[str, str]]], place: str
) -> None:
    level, text = look(**{place: {"disableAllHooks": True}})[0]
    assert (level, Path(PLACES[place]).name in text) == ("wrong", True)


def test_a_switch_that_is_not_on_is_none(look: Callable[..., list[tuple[str, str]]]) -> None:
    assert not [text for _, text in look(user={"disableAllHooks": False}) if "disable" in text]


def test_it_names_the_tools_that_are_seen(look: Callable[..., list[tuple[str, str]]]) -> None:
    declared = json.loads(Path(ROOT, "hooks", "hooks.json").read_text())["hooks"]["PreToolUse"]
    tools = declared[0]["matcher"].replace("|", ", ")
    assert ("notice", tools in look()[-1][1]) == (look()[-1][0], True)


@pytest.mark.parametrize(
    "hooks",
    [
        pytest.param('{"hooks": {"PreToolUse": [{"hooks": [{}], "matcher": "Bash"}]}}', id="opens"),
        pytest.param('{"hooks": {"PreToolUse": []}}', id="none"),
        pytest.param('{"hooks": []}', id="no-object"),
        pytest.param("{", id="no-json"),
    ],
)
def test_a_hook_that_lets_a_call_run_is_found(
    look: Callable[..., list[tuple[str, str]]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    hooks: str,
) -> None:
    (tmp_path / "hooks.json").write_text(hooks)
    monkeypatch.setattr(reach, "_HOOKS", str(tmp_path / "hooks.json"))
    assert "wrong" in {level for level, text in look() if "a call runs where" in text}
