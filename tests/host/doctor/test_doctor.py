"""`tidegate doctor` on machines that are sound, and on such as are broken in one way each."""

from __future__ import annotations

import json
import os
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest

from host import environment
from host.last_resort import names
from tests.host.cli.test_slices import mine, tidegate
from tests.host.machine import PYTHON, Machine

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a POSIX shell script")


OTHERS = {f"CLAUDE_PLUGIN_OPTION_{name.upper()}": name for name in names() if name != "guard"}


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine with the guard alone: each slice that is on is probed anew in each test."""
    machine = Machine(tmp_path / "m").ready()
    machine.environment |= dict.fromkeys(OTHERS, "false")
    return machine


def switch_on(machine: Machine, *slices: str) -> None:
    for variable, name in OTHERS.items():
        if name in slices:
            del machine.environment[variable]


def findings(machine: Machine) -> tuple[int, list[dict[str, Any]]]:
    done = tidegate(machine, "doctor", "--json")
    assert done.returncode in (0, 1), done.stderr
    return done.returncode, json.loads(done.stdout)["findings"]


def test_a_sound_machine(machine: Machine) -> None:
    switch_on(machine, *names())
    code, found = findings(machine)
    assert [one for one in found if one["level"] == "wrong"] == []
    assert code == 0
    asked = [one["text"] for one in found if one["subject"] == "slice guard"]
    assert [text.rpartition(": ")[2] for text in asked] == ["deny", "run"]
    assert list(machine.home.iterdir()) == []  # nothing of the person's was touched


def test_a_folder_that_is_gone_is_told(machine: Machine) -> None:
    mine(machine).parent.mkdir(parents=True)
    mine(machine).write_text(json.dumps({"projects": {"/gone": {}}, "trusted_projects": ["/gone"]}))
    code, found = findings(machine)
    told = [one for one in found if one["text"].startswith("/gone is named there")]
    assert (code, [one["level"] for one in told]) == (0, ["notice"])


def test_plain_text_names_the_mend_below_each_finding(machine: Machine) -> None:
    mine(machine).parent.mkdir(parents=True)
    mine(machine).write_text("{")
    done = tidegate(machine, "doctor")
    lines = done.stdout.splitlines()
    (at,) = [n for n, line in enumerate(lines) if line.startswith("wrong ")]
    assert "config.json" in lines[at]
    assert lines[at + 1].startswith("        Mend it in ")
    assert lines[-1].startswith("1 of ")


def no_launcher(machine: Machine) -> None:
    machine.copy()
    (machine.root / "bin" / "tidegate-hook").unlink()


def a_launcher_that_may_not_run(machine: Machine) -> None:
    machine.copy()
    (machine.root / "bin" / "tidegate-hook").chmod(0o644)


def a_broken_host(machine: Machine) -> None:
    machine.copy()
    with (machine.root / "host" / "cold.py").open("a") as file:
        file.write("\nraise RuntimeError('broken')\n")


def a_broken_guard(machine: Machine) -> None:
    machine.copy()
    (machine.root / "slices" / "guard" / "judge.py").write_text(
        "def check(call, host):\n    return None\n"
    )


def a_guard_that_does_not_load(machine: Machine) -> None:
    machine.copy()
    (machine.root / "slices" / "guard" / "plugin.py").write_text("1 / 0\n")


def an_interpreter_that_moved(machine: Machine) -> None:
    """Have the command line find one elsewhere: it mends what it has to look for."""
    machine.with_interpreter("/moved/python3")
    beside = machine.home / ".local/state/tidegate/env" / environment.INTERPRETER_FILE
    beside.parent.mkdir(parents=True)
    beside.write_text(f"{PYTHON}\n")


def a_state_file_that_is_none(machine: Machine) -> None:
    state = machine.home / ".local/state/tidegate"
    state.mkdir(parents=True)
    (state / "state.db").write_text("no database, but long enough to be looked at as one" * 9)


def a_state_file_of_a_newer_version(machine: Machine) -> None:
    state = machine.home / ".local/state/tidegate"
    state.mkdir(parents=True)
    with sqlite3.connect(state / "state.db") as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()


def a_damaged_trigger_file(machine: Machine) -> None:
    machine.ask("ls")
    (file,) = (machine.home / ".local/state/tidegate").glob("triggers-*")
    file.write_text("{")


def a_failed_set_up(machine: Machine) -> None:
    machine.set_up_failed_lately()


def a_misspelled_slice(machine: Machine) -> None:
    mine(machine).parent.mkdir(parents=True)
    mine(machine).write_text('{"slices": {"gaurd": {}}}')


def a_note_with_an_error(machine: Machine) -> None:
    switch_on(machine, "recall")
    notes = machine.project / ".tidegate" / "notes"
    notes.mkdir(parents=True)
    (notes / "n.md").write_text("no front matter\n")


def a_scar_with_an_error(machine: Machine) -> None:
    switch_on(machine, "scar")
    scars = machine.project / ".tidegate" / "scars"
    scars.mkdir(parents=True)
    (scars / "s.toml").write_text("=\n")


def an_old_client(machine: Machine) -> None:
    client(machine, "2.1.200 (Claude Code)")


def a_hook_whose_script_moved(machine: Machine) -> None:
    settings(machine, {"hooks": {"PreToolUse": [{"hooks": [hook("python3 /moved/host.py")]}]}})


def a_plugin_folder_that_moved(machine: Machine) -> None:
    source = {"source": {"source": "directory", "path": "/moved/tidegate"}}
    settings(machine, {"extraKnownMarketplaces": {"tidegate": source}})


def a_hook_beside_a_mod(machine: Machine) -> None:
    plugins = {"tidegate@tidegate": True, "tidegate-mod@tidegate": True}
    settings(machine, {"enabledPlugins": plugins})


def a_mod_in_an_old_client(machine: Machine) -> None:
    client(machine, "2.1.286 (Claude Code)")
    settings(machine, {"enabledPlugins": {"tidegate-mod@tidegate": True}})


def settings_that_are_no_json(machine: Machine) -> None:
    settings(machine, "{")


def client(machine: Machine, version: str) -> None:
    program = machine.place / "bin" / "claude"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\necho '{version}'\n")
    program.chmod(0o755)
    machine.environment["PATH"] = f"{program.parent}:{os.defpath}"


def hook(command: str) -> dict[str, str]:
    return {"type": "command", "command": command}


def settings(machine: Machine, value: Any) -> None:
    file = machine.home / ".claude" / "settings.json"
    file.parent.mkdir()
    file.write_text(value if isinstance(value, str) else json.dumps(value))


DAMAGES: dict[str, tuple[Callable[[Machine], None], str, str]] = {
    "no-launcher": (no_launcher, "hook entry", "anew"),
    "a-launcher-that-may-not-run": (a_launcher_that_may_not_run, "hook entry", "chmod +x"),
    "a-broken-host": (a_broken_host, "slice guard", "explain"),
    "a-guard-that-denies-nothing": (a_broken_guard, "slice guard", "explain"),
    "a-guard-that-does-not-load": (a_guard_that_does_not_load, "slice guard", "setup"),
    "an-interpreter-that-moved": (an_interpreter_that_moved, "interpreter", "setup"),
    "a-state-file-that-is-none": (a_state_file_that_is_none, "state", "Nothing more"),
    "a-newer-state-file": (a_state_file_of_a_newer_version, "state", "Update tidegate"),
    "a-damaged-trigger-file": (a_damaged_trigger_file, "trigger file", "Remove"),
    "a-failed-set-up": (a_failed_set_up, "environment", "setup"),
    "a-misspelled-slice": (a_misspelled_slice, "configuration", "Mend it"),
    "a-note-with-an-error": (a_note_with_an_error, "slice recall", "Mend the note"),
    "a-scar-with-an-error": (a_scar_with_an_error, "slice scar", "Mend the scar"),
    "a-client-that-is-not-closed": (an_old_client, "client claude-code", "Update it"),
    "a-hook-whose-script-moved": (a_hook_whose_script_moved, "client settings", "Correct"),
    "a-plugin-folder-that-moved": (a_plugin_folder_that_moved, "client settings", "install"),
    "a-hook-beside-a-mod": (a_hook_beside_a_mod, "client plugin", "leaves one"),
    "a-mod-in-an-old-client": (a_mod_in_an_old_client, "client plugin", "--way hook"),
    "settings-that-are-no-json": (settings_that_are_no_json, "client settings", "Mend"),
}


@pytest.mark.parametrize(("damage", "subject", "mend"), DAMAGES.values(), ids=DAMAGES.keys())
def test_damage_is_found_with_its_mend(
    machine: Machine, damage: Callable[[Machine], None], subject: str, mend: str
) -> None:
    damage(machine)
    code, found = findings(machine)
    wrong = [one for one in found if one["level"] == "wrong"]
    assert code == 1
    assert any(one["subject"] == subject and mend in one["mend"] for one in wrong), found
    assert all(one["mend"] for one in wrong)


def test_a_client_that_is_closed_and_a_hook_that_is_there_are_fine(machine: Machine) -> None:
    client(machine, "2.1.332 (Claude Code)")
    settings(machine, {"hooks": {"PreToolUse": [{"hooks": [hook("/bin/sh -c true")]}]}})
    code, found = findings(machine)
    assert code == 0
    assert ("fine", "client claude-code") in [(one["level"], one["subject"]) for one in found]


def test_a_mod_in_place_of_the_hook_is_fine(machine: Machine) -> None:
    client(machine, "2.1.332 (Claude Code)")
    plugins = {"tidegate@tidegate": False, "tidegate-mod@tidegate": True}
    settings(machine, {"enabledPlugins": plugins})
    code, found = findings(machine)
    assert code == 0
    assert "has tidegate-mod@tidegate on" in json.dumps(found)


@pytest.mark.parametrize("version", ["", "nonsense", "9999"])
def test_a_client_that_does_not_say_its_version_is_told(machine: Machine, version: str) -> None:
    client(machine, version)
    _, found = findings(machine)
    assert "does not say its version" in json.dumps(found)


def test_a_copy_that_cannot_even_look_says_so(machine: Machine) -> None:
    machine.copy()
    with (machine.root / "host" / "phases.py").open("a") as file:
        file.write("\nraise RuntimeError('broken')\n")
    done = tidegate(machine, "doctor")
    assert (done.returncode, done.stdout) == (1, "")
    assert "this copy is broken, install it anew: RuntimeError('broken')" in done.stderr
