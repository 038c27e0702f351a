"""The plugin's command in the real client, and the switches of the plugin's own screen."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from host.clients import claude_code_mod as mod
from tests.client import mock_api
from tests.client.install import REPO
from tests.client.session import Home, bash, run_client, run_session

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.client
TIDEGATE = f"{REPO}/bin/tidegate"


@pytest.mark.parametrize(
    ("plugin", "folder", "program"),
    [
        ("tidegate", REPO, TIDEGATE),
        ("tidegate-mod", REPO / mod.FOLDER, f"{REPO}/{mod.FOLDER}/../../bin/tidegate"),
    ],
)
def test_the_command_names_the_program_where_it_is(
    client: Path, home: Home, plugin: str, folder: Path, program: str
) -> None:
    with mock_api.serve([[mock_api.text("done")]]) as api:
        command = ["-p", f"/{plugin}:tidegate why guard", "--plugin-dir", str(folder)]
        run_client(client, home, command, api_url=api.url)
    asked = json.dumps(api.requests[-1]["messages"])
    assert f"{program} why --last" in asked
    assert "why guard" in asked
    assert "${CLAUDE" not in asked


def test_what_the_command_asks_for_is_not_denied(client: Path, home: Home) -> None:
    home.write("notes.txt", "one\n")
    calls = [bash("cat notes.txt"), bash(f"{TIDEGATE} why --last"), bash(f"{TIDEGATE} slices")]
    denied, why, slices = run_session(client, home, calls, plugin=REPO).results
    assert denied.denied
    assert "Denied on " in why.text
    assert "cat notes.txt" in why.text
    assert f"{TIDEGATE} disable guard --project" in why.text
    assert "guard" in slices.text


@pytest.mark.parametrize(("switch", "denied"), [(False, False), (True, True)])
def test_the_switch_of_the_clients_screen(
    client: Path, home: Home, switch: bool, denied: bool
) -> None:
    config = home.config / "tidegate" / "config.json"
    config.parent.mkdir()
    config.write_text(json.dumps({"slices": {"guard": {"enabled": not switch}}}))
    settings = home.client_config / "settings.json"
    settings.write_text(
        json.dumps({"pluginConfigs": {"tidegate@inline": {"options": {"guard": switch}}}})
    )
    home.write("notes.txt", "one\n")
    (result,) = run_session(client, home, [bash("cat notes.txt")], plugin=REPO).results
    assert result.denied is denied
