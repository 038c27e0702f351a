"""The ways in: validation, the repo as its own marketplace, the very first use, the switches."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.client.install import REPO
from tests.client.plugin import edit_json, set_up
from tests.client.session import Home, bash, run_client, run_session

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.client


@pytest.mark.parametrize("folder", ["", "hooks/mod"], ids=["hook", "mod"])
def test_the_manifest_is_valid_without_warnings(client: Path, home: Home, folder: str) -> None:
    run_client(client, home, ["plugin", "validate", "--strict", str(REPO / folder)])


def test_the_repo_is_its_own_marketplace(client: Path, home: Home, copy: Path, data: Path) -> None:
    market = json.loads((copy / ".claude-plugin" / "marketplace.json").read_text())["name"]
    run_client(client, home, ["plugin", "marketplace", "add", str(copy)])
    run_client(client, home, ["plugin", "install", f"tidegate@{market}"])
    installed = home.data.with_name(f"tidegate-{market}")
    if not installed.exists():
        installed.symlink_to(data)
    home.write("notes.txt", "one\n")
    denied, ran = run_session(client, home, [bash("cat notes.txt"), bash("echo ran")]).results
    assert denied.denied
    assert str(home.project / "notes.txt") in denied.text
    assert ran.text == "ran"


def test_switched_off_in_the_shipped_config(client: Path, home: Home, copy: Path) -> None:
    def off(config: dict[str, list[dict[str, object]]]) -> None:
        for entry in config["slices"]:
            entry["enabled"] = False

    edit_json(copy / "plugin.json", off)
    home.write("notes.txt", "one\n")
    (result,) = run_session(client, home, [bash("cat notes.txt")], plugin=copy).results
    assert result.text == "one"


def test_switched_off_in_the_persons_config(client: Path, home: Home) -> None:
    config = home.config / "tidegate" / "config.json"
    config.parent.mkdir()
    home.write("notes.txt", "one\n")
    config.write_text('{"slices": {"guard": {"enabled": false}}}')
    (off,) = run_session(client, home, [bash("cat notes.txt")], plugin=REPO).results
    config.write_text('{"slices": {"guard": {"enabled": true}}}')
    (on,) = run_session(client, home, [bash("cat notes.txt")], plugin=REPO).results
    assert off.text == "one"
    assert on.denied


def test_a_typo_in_the_persons_config_does_not_switch_off(client: Path, home: Home) -> None:
    config = home.config / "tidegate" / "config.json"
    config.parent.mkdir()
    config.write_text('{"slices": {"gaurd": {"enabled": false}}}')
    home.write("notes.txt", "one\n")
    session = run_session(client, home, [bash("cat notes.txt"), bash("echo ran")], plugin=REPO)
    denied, ran = session.results
    assert denied.denied
    assert ran.text == "ran"
    assert "slices.gaurd" in session.output  # what the person is told at the session's start


def test_the_very_first_use(client: Path, home: Home, copy: Path) -> None:
    home.data.unlink()
    home.env["PIP_NO_INDEX"] = "1"  # a machine that is offline at its first session
    home.write("notes.txt", "one\n")
    turns = [bash("cat notes.txt"), bash("echo ran"), bash("cat notes.txt | wc -l")]
    denied, ran, piped = run_session(client, home, turns, plugin=copy).results
    assert denied.denied
    assert (ran.text, piped.text) == ("ran", "1")

    set_up(copy, home.data)
    (after,) = run_session(client, home, [bash("cat notes.txt")], plugin=copy).results
    assert after.denied
    assert str(home.project / "notes.txt") in after.text
    assert str(home.project / "notes.txt") not in denied.text
