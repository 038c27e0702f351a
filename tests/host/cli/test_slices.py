"""`slices`, `enable` and `disable` as a person runs them, and the hook entry right after."""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from host.config import read
from host.here import Here
from host.settings import SettingsError, carry_out
from host.switching import everywhere, here_off, here_on
from tests.host.machine import Machine

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a POSIX shell script")
PRINT = "cat notes.txt"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """A machine for what changes nothing."""
    return Machine(tmp_path_factory.mktemp("slices") / "m").ready()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "m").ready()


def tidegate(machine: Machine, *words: str, **environment: str) -> Any:
    return subprocess.run(
        [str(machine.root / "bin" / "tidegate"), *words],
        env={**machine.environment, **environment},
        cwd=machine.project,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def mine(machine: Machine) -> Path:
    return machine.home / ".config" / "tidegate" / "config.json"


def states(machine: Machine, **environment: str) -> dict[str, tuple[str, str]]:
    done = tidegate(machine, "slices", "--json", **environment)
    return {row["name"]: (row["state"], row["layer"]) for row in json.loads(done.stdout)["slices"]}


def test_the_slices_in_their_order_and_their_options(shared: Machine) -> None:
    done = tidegate(shared, "slices")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines[:5]] == ["slice", "sembr", "guard", "recall", "scar"]
    assert lines[2].split(maxsplit=2) == ["guard", "on", "as shipped"]
    assert "guard.agents_without_read" in done.stdout


def test_json_names_the_layer_of_each_option(machine: Machine) -> None:
    mine(machine).parent.mkdir(parents=True)
    mine(machine).write_text('{"slices": {"scar": {"options": {"off": ["transport"]}}}}')
    found = json.loads(tidegate(machine, "slices", "--json").stdout)
    scar = next(row for row in found["slices"] if row["name"] == "scar")
    layers = {one["name"]: (one["value"], one["layer"]) for one in scar["options"]}
    assert layers["off"] == (["transport"], "yours")
    assert layers["width"] == ("broad", "shipped")


def test_a_fault_is_told_and_the_exit_code_says_so(machine: Machine) -> None:
    mine(machine).parent.mkdir(parents=True)
    mine(machine).write_text('{"slices": {"gaurd": {}}}')
    done = tidegate(machine, "slices")
    assert done.returncode == 1
    assert 'Did you mean "guard"?' in done.stderr


def test_an_option_of_the_client_counts_in_a_shell_once_a_hook_has_met_it(machine: Machine) -> None:
    machine.environment["CLAUDE_PLUGIN_OPTION_GUARD"] = "false"
    machine.ask("true", hook_event_name="SessionStart", source="startup")
    assert machine.ask(PRINT)[0] == "run"
    del machine.environment["CLAUDE_PLUGIN_OPTION_GUARD"]
    assert states(machine)["guard"] == ("off", "client")

    done = tidegate(machine, "enable", "guard")
    assert done.returncode == 1
    assert "your client's plugin options are stronger" in done.stderr
    assert machine.ask(PRINT)[0] == "deny"  # a session without the option


def test_a_secret_of_another_plugin_is_not_kept(machine: Machine) -> None:
    machine.environment["CLAUDE_PLUGIN_OPTION_API_KEY"] = "a-secret"
    machine.ask("true", hook_event_name="SessionStart", source="startup")
    machine.ask(PRINT)
    kept = [path for path in machine.home.rglob("*") if path.is_file()]
    assert kept
    assert [path for path in kept if b"a-secret" in path.read_bytes()] == []


def test_the_next_call_goes_by_each_switch(machine: Machine) -> None:
    assert machine.ask(PRINT)[0] == "deny"
    for words, verdict in [
        (("disable", "guard"), "run"),
        (("enable", "guard"), "deny"),
        (("disable", "guard", "--project"), "run"),
        (("enable", "guard", "--project"), "deny"),
        (("disable", "guard"), "deny"),  # on for the project
        (("disable", "guard", "--project"), "run"),
    ]:
        done = tidegate(machine, *words)
        assert machine.ask(PRINT)[0] == verdict, (words, done.stdout, done.stderr)
        assert machine.ask("ls")[0] == "run"  # the front has its trigger file again


def test_one_project_s_switch_leaves_another_alone(machine: Machine) -> None:
    other = machine.place / "other"
    other.mkdir()
    (other / "notes.txt").write_text("one\n")
    done = tidegate(machine, "disable", "guard", "--project")
    assert done.stdout == f"{mine(machine)} has guard off for {machine.project} now.\n"
    assert machine.ask(PRINT)[0] == "run"
    assert machine.ask(PRINT, cwd=str(other))[0] == "deny"
    assert machine.ask(PRINT)[0] == "run"


def test_a_projects_file_counts_at_the_next_call_and_may_not_loosen(machine: Machine) -> None:
    assert machine.ask(PRINT)[0] == "deny"
    file = machine.project / ".tidegate.json"
    file.write_text('{"slices": {"guard": {"enabled": false}}}')
    assert machine.ask(PRINT)[0] == "deny"
    mine(machine).parent.mkdir(parents=True)
    mine(machine).write_text(json.dumps({"trusted_projects": [str(machine.project)]}))
    assert machine.ask(PRINT)[0] == "run"
    file.unlink()
    assert machine.ask(PRINT)[0] == "deny"


def test_what_a_project_may_not_do_is_told_at_the_start_of_a_session(machine: Machine) -> None:
    file = machine.project / ".tidegate.json"
    file.write_text('{"slices": {"guard": {"enabled": false}}}')
    start = {"hook_event_name": "SessionStart", "source": "startup"}
    told = machine.ask("", **start)[1]
    assert f"{file}: at slices.guard.enabled" in told
    assert "trusted_projects" in told
    assert machine.ask("", **start)[1] == ""  # once in a session


@pytest.mark.parametrize("command", ["enable", "disable", "why"])
def test_a_misspelled_slice_is_wrong_use(shared: Machine, command: str) -> None:
    done = tidegate(shared, command, "gaurd")
    assert done.returncode == 2
    assert 'Did you mean "guard"?' in done.stderr
    assert not mine(shared).exists()


def test_nothing_to_change_changes_nothing(machine: Machine) -> None:
    tidegate(machine, "disable", "guard")
    before = mine(machine).stat()
    done = tidegate(machine, "disable", "guard")
    assert "Nothing to change" in done.stdout
    assert mine(machine).stat() == before


BROKEN = ["{", '{"a": 1, "a": 2}', "[]", '{"slices": []}', '{"slices": {"guard": 1}}', "\ufeff{}"]


@pytest.mark.parametrize("text", BROKEN)
def test_a_file_that_cannot_be_read_is_left_alone(tmp_path: Path, text: str) -> None:
    file = tmp_path / "config.json"
    file.write_text(text, "utf-8")
    with pytest.raises(SettingsError, match=r"config\.json"):
        everywhere(str(file), "guard", on=False)
    assert file.read_text("utf-8") == text


TWO_SPACES = """{
  "slices": {
    "guard": {
      "enabled": true
    }
  }
}
"""
FORMS = {
    "two-spaces": TWO_SPACES,
    "tabs-and-no-final-newline": TWO_SPACES.rstrip().replace("  ", "\t"),
    "one-line": '{"slices": {"guard": {"enabled": true, "options": {}}}}\n',
    "line-ends-of-windows": TWO_SPACES.replace("\n", "\r\n"),
    "odd-blanks-and-order": '{"$schema":"x" ,\n "slices" :{ "scar":{},"guard":{"enabled":true }}}',
}


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS.keys())
def test_off_and_on_again_keeps_every_other_byte(tmp_path: Path, text: str) -> None:
    file = tmp_path / "config.json"
    file.write_bytes(text.encode())
    carry_out(everywhere(str(file), "guard", on=False))
    assert file.read_bytes() == text.replace("true", "false").encode()
    carry_out(everywhere(str(file), "guard", on=True))
    assert file.read_bytes() == text.encode()


def test_a_project_inside_a_folder_that_is_off_can_be_switched_on(tmp_path: Path) -> None:
    (tmp_path / "all" / "one" / ".git").mkdir(parents=True)
    (tmp_path / "plugin.json").write_text('{"slices": [{"name": "guard"}]}')
    file = str(tmp_path / "config.json")
    whole, one = Here(str(tmp_path / "all")), Here(str(tmp_path / "all" / "one"))
    carry_out(here_off(file, "guard", whole))
    for plan in here_on(file, "guard", one):
        carry_out(plan)
    found = read(str(tmp_path / "plugin.json"), [file], None, Here(one.root))
    assert [entry.enabled for entry in found.entries] == [True]
