"""Closed on failure: what the model sees when slices and the host break, in the real client."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.client.plugin import copy_plugin, edit_json
from tests.client.session import Home, Result, bash, run_session

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.client

SABOTEUR = Path(__file__).with_name("saboteur")

# how the slice breaks -> the kind that its error handler is told
KINDS = {
    "raise": "exception",
    "segfault": "crash",
    "leave": "crash",
    "hang": "time-out",
    "match": "time-out",
    "recurse": "recursion",
    "allocate": "out-of-memory",
    "return": "bad-return",
}
SWITCHED_ON = {"name": "saboteur", "enabled": True}
PRINT, HARMLESS = "cat notes.txt", "echo ran"

ALONE = {way: f"echo poison-{way}" for way in KINDS}
BEFORE_A_PRINT = [f"{PRINT} # poison-{way}" for way in ("raise", "segfault", "hang", "garbage")]
TWICE = [f"echo poison-{way} twice" for way in ("raise", "segfault", "hang")]
GARBAGE = "echo poison-garbage"

SABOTAGED = pytest.mark.xdist_group("saboteur")
"""These tests read one session: a start of the client costs more than their calls."""


@pytest.fixture(scope="module")
def notes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file that the prints of the saboteur's session name."""
    return tmp_path_factory.mktemp("sabotaged") / "machine" / "project" / "notes.txt"


@pytest.fixture(scope="module")
def saw(client: Path, data: Path, notes: Path) -> dict[str, Result]:
    """What the model saw of each call of a session: the saboteur before the guard.

    Its deadlines are such that a test can wait for them.
    """
    home = Home(notes.parents[1])
    home.seed(data)
    copy = copy_plugin(home.root / "tidegate")
    shutil.copytree(SABOTEUR, copy / "slices" / "saboteur")
    (copy / "slices" / "saboteur" / "__init__.py").touch()
    edit_json(copy / "plugin.json", lambda c: c["slices"].insert(0, SWITCHED_ON))
    shorten_deadlines(copy)
    calls = [*ALONE.values(), *BEFORE_A_PRINT, *TWICE, GARBAGE, HARMLESS]
    return dict(zip(calls, play(client, home, copy, *calls), strict=True))


def shorten_deadlines(copy: Path) -> None:
    limits = copy / "host" / "limits.py"
    text = limits.read_text()
    short = re.sub(r"^ATTEMPT_SECONDS = .*$", "ATTEMPT_SECONDS = 4.0", text, flags=re.MULTILINE)
    assert short != text
    limits.write_text(short)


def play(client: Path, home: Home, plugin: Path, *commands: str) -> list[Result]:
    home.write("notes.txt", "one\ntwo\n")
    return list(run_session(client, home, [bash(c) for c in commands], plugin=plugin).results)


@SABOTAGED
def test_a_slice_that_breaks_denies_what_it_would_have_judged(saw: dict[str, Result]) -> None:
    said = {way: saw[call].text for way, call in ALONE.items()}
    expected = {way: f"saboteur failed closed: {kind}" for way, kind in KINDS.items()}
    assert {way: expected[way] in said[way] for way in KINDS} == dict.fromkeys(KINDS, True), said


@SABOTAGED
def test_a_slice_that_breaks_disables_no_other(saw: dict[str, Result], notes: Path) -> None:
    results = [saw[call] for call in BEFORE_A_PRINT]
    assert all(r.denied and str(notes) in r.text for r in results), results
    assert saw[HARMLESS].text == "ran"


@SABOTAGED
def test_an_error_handler_that_breaks_too_is_denied_by_the_host(saw: dict[str, Result]) -> None:
    results = [saw[call] for call in TWICE]
    assert all(r.denied and "saboteur" in r.text for r in results), results


@SABOTAGED
def test_garbage_on_standard_output_spoils_no_answer(saw: dict[str, Result]) -> None:
    assert saw[GARBAGE].text == "poison-garbage"
    assert saw[f"{PRINT} # poison-garbage"].denied


def syntax_error(copy: Path) -> None:
    (copy / "host" / "phases.py").write_text("def broken(:\n")


def vanished_module(copy: Path) -> None:
    (copy / "host" / "registry.py").unlink()


def guard_does_not_load(copy: Path) -> None:
    (copy / "slices" / "guard" / "plugin.py").write_text("raise RuntimeError('no guard')\n")


def config_is_no_json(copy: Path) -> None:
    (copy / "plugin.json").write_text("{not json")


def config_is_gone(copy: Path) -> None:
    (copy / "plugin.json").unlink()


def front_is_broken(copy: Path) -> None:
    (copy / "host" / "front.py").write_text("def broken(:\n")


@pytest.mark.parametrize(
    "sabotage",
    [
        syntax_error,
        vanished_module,
        guard_does_not_load,
        config_is_no_json,
        config_is_gone,
        front_is_broken,
    ],
    ids=lambda sabotage: sabotage.__name__.replace("_", "-"),
)
def test_a_broken_host_denies_a_print_and_lets_the_rest_run(
    client: Path, home: Home, copy: Path, sabotage: Callable[[Path], None]
) -> None:
    sabotage(copy)
    denied, ran, piped = play(client, home, copy, PRINT, HARMLESS, f"{PRINT} | wc -l")
    assert denied.denied, denied
    assert (ran.text, piped.text) == ("ran", "2")


def test_a_broken_environment_denies_a_print(
    client: Path, home: Home, copy: Path, data: Path
) -> None:
    home.data.unlink()
    shutil.copytree(data, home.data, symlinks=True)
    (pluggy,) = home.data.rglob("site-packages/pluggy/__init__.py")
    pluggy.write_text("raise ImportError('half an installation')\n")
    denied, ran = play(client, home, copy, PRINT, HARMLESS)
    assert denied.denied, denied
    assert ran.text == "ran"


KILLED_FRONT = """
whole = keep
def keep(mark, raw):
    if b"poison" in raw:
        system.kill(system.getpid(), 9)
    whole(mark, raw)
"""
KILLED_ENTRY = """#!/bin/sh
if [ -e "$CLAUDE_PROJECT_DIR/stop" ]; then kill -9 $$; fi
"""


def test_whoever_is_killed_the_call_does_not_run(client: Path, home: Home, copy: Path) -> None:
    with (copy / "host" / "rescue.py").open("a") as rescue:
        rescue.write(KILLED_FRONT)
    entry = copy / "bin" / "tidegate-hook"
    entry.write_text(KILLED_ENTRY + entry.read_text())
    commands = ("echo cat poison", "echo > stop", HARMLESS)
    front, ran, entry_killed = play(client, home, copy, *commands)
    assert (front.denied, "try it again" in front.text) == (True, True), front
    assert not ran.is_error
    assert (entry_killed.denied, "onFailure" in entry_killed.text) == (True, True), entry_killed
