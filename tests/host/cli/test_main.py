"""The entry of the command line: the host's commands, the slices' own, a broken slice."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from host.cli import __main__ as entry
from host.paths import ROOT
from host.setup import SetUpError

if TYPE_CHECKING:
    import argparse


@pytest.fixture(autouse=True)
def _slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the slices `alpha`, with a command, and `beta` and `gamma`, without one."""
    package, command = ModuleType("slices.alpha.cli"), ModuleType("slices.alpha.cli.greet")

    def arguments(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("who")

    def run(options: argparse.Namespace) -> int:
        return 1 if options.who == "nobody" else 0

    vars(package)["COMMANDS"] = {"greet": "say hello", "check": "not the host's own"}
    vars(command).update(arguments=arguments, run=run)
    for module in (package, command):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(sys.modules, "slices.alpha", ModuleType("slices.alpha"))
    listed = [("alpha", True), ("beta", False), ("not a name", True)]
    monkeypatch.setattr(entry, "shipped", lambda: listed)
    monkeypatch.setattr(entry, "ensure", lambda _say: "a core that is there")
    monkeypatch.setattr(entry, "ensure_slice", lambda _name, _say: "its packages")
    monkeypatch.setattr(sys, "path", list(sys.path))


@pytest.mark.parametrize(("who", "code"), [("you", 0), ("nobody", 1)])
def test_a_slice_s_command_runs_with_its_packages(who: str, code: int) -> None:
    assert entry.main(["greet", who]) == code
    assert sys.path[-2:] == ["a core that is there", "its packages"]


def test_help_lists_the_host_s_and_the_slices_commands(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as left:
        entry.main(["--help"])
    assert left.value.code == 0
    said = capsys.readouterr().out
    assert "say hello" in said
    assert "what would happen" in said
    assert "not the host's own" not in said


def test_an_unknown_command_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        entry.main(["gret"])
    assert left.value.code == 2
    assert "greet" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("alpha", "alpha is a slice and no command: see tidegate greet and tidegate why alpha\n"),
        ("beta", "beta is a slice and no command: see tidegate why beta\n"),
    ],
)
def test_a_slice_s_name_is_no_command_and_leads_to_its_own(
    name: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(entry, "names", lambda: ["alpha", "beta"])
    assert entry.main([name]) == 2
    assert capsys.readouterr().err == f"tidegate: {said}"


def test_its_version_is_that_of_the_project(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        entry.main(["--version"])
    said = capsys.readouterr().out
    project = tomllib.loads(Path(ROOT, "pyproject.toml").read_text("utf-8"))["project"]
    assert (left.value.code, said.split()[:2]) == (0, ["tidegate", project["version"]])
    assert f"in {ROOT}, Python {sys.version_info[0]}." in said


def test_a_slice_whose_commands_break_is_named_and_the_others_work(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "slices.beta", ModuleType("slices.beta"))
    monkeypatch.setitem(sys.modules, "slices.beta.cli", ModuleType("slices.beta.cli"))
    assert entry.main(["greet", "you"]) == 0
    assert "beta" in capsys.readouterr().err


def test_a_set_up_that_fails_is_wrong_use(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_name: str, _say: object) -> str:
        why = "no route to the index"
        raise SetUpError(why)

    monkeypatch.setattr(entry, "ensure_slice", fail)
    assert entry.main(["greet", "you"]) == 2
    assert "no route to the index" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("is_first", "fails", "asked"),
    [
        pytest.param(True, False, ["beta", "command-line", "alpha"], id="the-first-use"),
        pytest.param(True, True, ["beta", "alpha"], id="the-first-use-offline"),
        pytest.param(False, False, ["alpha"], id="a-later-use"),
    ],
)
def test_the_first_use_brings_the_packages_of_the_slices_that_are_on(
    monkeypatch: pytest.MonkeyPatch, is_first: bool, fails: bool, asked: list[str]
) -> None:
    names: list[str] = []

    def bring(name: str, _say: object) -> str:
        names.append(name)
        if fails and name == "beta":
            why = "no route to the index"
            raise SetUpError(why)
        return "its packages"

    monkeypatch.setattr(entry, "ready", lambda: "" if is_first else "a core that is there")
    monkeypatch.setattr(entry, "missing", lambda _names: ["beta"])
    monkeypatch.setattr(entry, "ensure_slice", bring)
    assert entry.main(["greet", "you"]) == 0
    assert names == asked


def test_a_folder_that_is_gone_is_wrong_use(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert entry.main(["greet", "you"]) == 2
    assert "is gone: change to another one" in capsys.readouterr().err
