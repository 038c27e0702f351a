from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host import denies
from host.call import Decision, Deny, Said, ToolCall
from host.limits import DENIES_MAX
from host.state import State
from tests.host.cli.test_slices import PRINT, tidegate
from tests.host.machine import Machine

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a POSIX shell script")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "m").ready()


def test_a_slice_s_page(machine: Machine) -> None:
    done = tidegate(machine, "why", "guard")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (machine.root / "slices" / "guard" / "README.md").read_text("utf-8")


def test_nothing_was_denied_yet(machine: Machine) -> None:
    done = tidegate(machine, "why", "--last")
    assert done.returncode == 1
    assert f"Nothing was denied in {machine.project} yet." in done.stdout


def test_the_last_deny_of_this_project(machine: Machine) -> None:
    machine.ask("cat other.txt notes.txt")
    _, reason = machine.ask(PRINT)
    other = machine.place / "other"
    other.mkdir()
    (other / "f.txt").write_text("1\n")
    machine.ask("cat f.txt", cwd=str(other))

    done = tidegate(machine, "why", "--last")
    assert done.returncode == 0
    assert f"    {PRINT}\n" in done.stdout
    assert all(line in done.stdout for line in reason.splitlines())
    assert f"{machine.root}/bin/tidegate why guard" in done.stdout
    assert f"{machine.root}/bin/tidegate disable guard --project" in done.stdout
    assert "f.txt" not in done.stdout

    found = json.loads(tidegate(machine, "why", "--last", "--json").stdout)
    (one,) = found["denies"]
    assert (one["slice"], one["subject"], one["reason"]) == ("guard", PRINT, reason)
    assert Path(one["page"]).is_file()


def test_a_name_or_the_last_one_and_not_both(machine: Machine) -> None:
    assert tidegate(machine, "why").returncode == 2
    assert tidegate(machine, "why", "guard", "--last").returncode == 2


def call(command: str = "cat f") -> ToolCall:
    return ToolCall("claude-code", "shell", "s", "/", command=command)


def denied(*pairs: tuple[str, str]) -> Decision:
    return Decision(said=tuple(Said(name, Deny(reason)) for name, reason in pairs))


@pytest.fixture
def state(tmp_path: Path) -> Callable[[float], State]:
    return lambda now: State(str(tmp_path / "state"), now=lambda: now)


def test_each_slice_s_reason_is_kept_whole(state: Callable[[float], State]) -> None:
    reason = "no\n" * 1_000
    denies.keep(state(1.0), "/p", call(), denied(("guard", "earlier")))
    denies.keep(state(2.0), "/p", call("x\ud800\0"), denied(("guard", reason), ("scar", "no")))
    denies.keep(state(3.0), "/q", call(), denied(("guard", "elsewhere")))
    found = denies.last(state(4.0), "/p")
    assert [(one.slice, one.reason, one.subject) for one in found] == [
        ("guard", reason, "x\\ud800\\0"),
        ("scar", "no", "x\\ud800\\0"),
    ]


def test_what_is_no_deny_is_not_kept(state: Callable[[float], State]) -> None:
    denies.keep(state(1.0), "/p", call(), Decision())
    assert not state(1.0).exists()
    assert denies.last(state(1.0), "/p") == ()


def test_the_oldest_go(state: Callable[[float], State]) -> None:
    denies.keep(state(1.0), "/old", call(), denied(("guard", "no")))
    many = denied(*[("guard", "no")] * DENIES_MAX)
    denies.keep(state(2.0), "/new", call(), many)
    assert denies.last(state(3.0), "/old") == ()
    assert len(denies.last(state(3.0), "/new")) == DENIES_MAX
