from __future__ import annotations

import argparse
import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from host.cli import install, uninstall
from host.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Any:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "client"))
    monkeypatch.setenv("PATH", "")
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")

    def run(module: Any, *words: str) -> tuple[int, str, str]:
        parser = argparse.ArgumentParser()
        module.arguments(parser)
        code = module.run(parser.parse_args(["claude-code", *words]))
        return code, *capsys.readouterr()

    return run


def test_a_dry_run_shows_the_change_and_makes_none(call: Any, tmp_path: Path) -> None:
    code, out, err = call(install, "--dry-run")
    assert (code, err) == (0, "")
    assert '+    "tidegate@tidegate": true' in out
    assert f'"path": "{ROOT}"' in out
    assert not (tmp_path / "client").exists()


@pytest.mark.parametrize(
    ("scope", "name"),
    [("user", "client/settings.json"), ("project", "project/.claude/settings.json")],
)
def test_in_and_out(call: Any, tmp_path: Path, scope: str, name: str) -> None:
    code, out, _ = call(install, "--scope", scope)
    assert (code, "from the next session on" in out) == (0, True)
    found = json.loads((tmp_path / name).read_text())
    assert found["extraKnownMarketplaces"]["tidegate"]["source"]["path"] == ROOT
    assert found["enabledPlugins"] == {"tidegate@tidegate": True}
    assert call(install, "--scope", scope)[1].startswith("Nothing to do")
    code, out, _ = call(uninstall, "--scope", scope, "--dry-run")
    assert '-    "tidegate@tidegate": true' in out
    code, out, _ = call(uninstall, "--scope", scope)
    assert (code, "is removed" in out) == (0, True)
    assert not (tmp_path / name).exists()
    assert call(uninstall, "--scope", scope)[1].startswith("Nothing to do")


def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *versions: str) -> None:
    """Have one client of each version on PATH, and nothing else."""
    for version in versions:
        program = tmp_path / version / "claude"
        program.parent.mkdir()
        program.write_text(f"#!/bin/sh\necho '{version} (Claude Code)'\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join(str(tmp_path / version) for version in versions))


@pytest.mark.parametrize(
    ("versions", "plugin"),
    [
        (["2.1.287"], "tidegate-mod@tidegate"),
        (["2.1.332", "3.0.0"], "tidegate-mod@tidegate"),
        (["2.1.332", "2.1.286"], "tidegate@tidegate"),
        (["2.1.332", "nightly"], "tidegate@tidegate"),
        ([], "tidegate@tidegate"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_the_clients_version_chooses_the_way(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, versions: list[str], plugin: str
) -> None:
    client(tmp_path, monkeypatch, *versions)
    assert f'+    "{plugin}": true' in call(install, "--dry-run")[1]


def test_another_way_takes_the_place_of_the_first(call: Any, tmp_path: Path) -> None:
    file = tmp_path / "client" / "settings.json"
    for way, plugin in (("hook", "tidegate"), ("mod", "tidegate-mod"), ("hook", "tidegate")):
        assert call(install, "--way", way)[0] == 0
        assert json.loads(file.read_text())["enabledPlugins"] == {f"{plugin}@tidegate": True}
    _, out, _ = call(install, "--way", "mod", "--dry-run")
    assert '-    "tidegate@tidegate": true' in out
    assert '+    "tidegate-mod@tidegate": true' in out
    assert call(uninstall)[0] == 0
    assert not file.parent.exists()


def test_a_file_that_cannot_be_parsed_is_not_touched(call: Any, tmp_path: Path) -> None:
    settings = tmp_path / "client" / "settings.json"
    settings.parent.mkdir()
    settings.write_text('{"model": "x",}')
    code, out, err = call(install)
    assert (code, out) == (2, "")
    assert err.startswith(f"tidegate: nothing was changed.\n{settings}: at line 1, column ")
    assert settings.read_text() == '{"model": "x",}'


def test_another_client_is_wrong_use(call: Any) -> None:
    parser = argparse.ArgumentParser()
    install.arguments(parser)
    with pytest.raises(SystemExit, match="2"):
        parser.parse_args(["another"])


@pytest.mark.parametrize(
    ("kept", "told"),
    [('{"tidegate": {}}', True), ('{"another": {}}', False), ("{", False), (None, False)],
)
def test_what_the_client_keeps_itself_is_told(
    call: Any, tmp_path: Path, kept: str | None, told: bool
) -> None:
    call(install)
    if kept is not None:
        (tmp_path / "client" / "plugins").mkdir()
        (tmp_path / "client" / "plugins" / "known_marketplaces.json").write_text(kept)
    said = "claude plugin marketplace remove tidegate"
    assert said not in call(uninstall, "--dry-run")[1]
    assert (said in call(uninstall)[1]) is told
