"""Installed and taken out by tidegate's own command line, as the model of a session sees it."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.client.session import Home, bash, run_session

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.client

MINE = '{"model": "sonnet",\n "permissions": {"deny": ["WebFetch"]}}'


def tidegate(copy: Path, home: Home, data: Path, *arguments: str) -> None:
    done = subprocess.run(
        [str(copy / "bin" / "tidegate"), *arguments],
        cwd=home.project,
        env={**home.environment(""), "CLAUDE_PLUGIN_DATA": str(data)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("scope", ["user", "project"])
def test_installed_it_denies_and_taken_out_it_does_not(
    client: Path, home: Home, copy: Path, data: Path, scope: str
) -> None:
    folder = {"user": home.client_config, "project": home.project / ".claude"}[scope]
    folder.mkdir(exist_ok=True)
    (folder / "settings.json").write_text(MINE)
    trusted = {"projects": {str(home.project): {"hasTrustDialogAccepted": True}}}
    (home.client_config / ".claude.json").write_text(json.dumps(trusted))
    home.data.with_name("tidegate-tidegate").symlink_to(data)
    home.write("notes.txt", "one\n")

    tidegate(copy, home, data, "install", "claude-code", "--scope", scope)
    denied, ran = run_session(client, home, [bash("cat notes.txt"), bash("echo ran")]).results
    assert denied.denied
    assert str(copy) in denied.text  # it runs in place: no copy lies in a cache
    assert ran.text == "ran"

    tidegate(copy, home, data, "uninstall", "claude-code", "--scope", scope)
    assert (folder / "settings.json").read_text() == MINE
    (printed,) = run_session(client, home, [bash("cat notes.txt")]).results
    assert printed.text == "one"
