"""Which modules each way of a call may load: speed that does not depend on the machine."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING

import pytest

from host.shortcut import ANSWERED
from tests.host.machine import PYTHON, REPO, Machine, own_plugin
from tests.host.residents import warm

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and UNIX sockets")

PRINT = "cat notes.txt"
_PROGRAM = """
import sys
before = set(sys.modules)
sys.path.insert(0, sys.argv[1])
from host.bare import leave, write_all
def tell():
    new = sorted(set(sys.modules) - before)
    loaded = [name for name in new if type(sys.modules[name]).__name__ != "Later"]
    write_all(2, " ".join(loaded).encode())
"""
FRONT = (
    _PROGRAM
    + """
import host.bare
def leave(code):
    tell()
    host.bare.system._exit(code)
host.bare.leave = leave
from host.front import main
main("claude-code")
"""
)
CHILD = (
    _PROGRAM
    + """
import host.judge
def attempt(work, seconds):
    work(lambda name, stage: None)
    tell()
    leave(73)
host.judge.attempt = attempt
from host.front import main
main("claude-code")
"""
)
LEFT_TO_ATTRS = CHILD.replace(
    "    tell()",
    """
    classes = [(name, one) for name, module in list(sys.modules.items())
               if name.startswith(("host.", "slices.")) for one in list(vars(module).values())]
    made = {f"{name}.{one.__name__}" for name, one in classes if isinstance(one, type)
            and name == one.__module__ and "__attrs_props__" in vars(one)
            and type(vars(one)["__attrs_props__"]).__name__ != "_Part"}
    write_all(2, " ".join(sorted(made)).encode())""",
)
"""Names the classes that attrs itself had to make."""
WARM = {
    "_socket",
    "gc",
    "host",
    "host.bare",
    "host.bundle",
    "host.clients",
    "host.clients.claude_code",
    "host.crude",
    "host.decode",
    "host.environment",
    "host.front",
    "host.here",
    "host.limits",
    "host.paths",
    "host.plainjson",
    "host.question",
    "host.rescue",
    "host.shortcut",
    "host.supervise",
    "host.triggers",
    "host.warm",
    "host.warm.ask",
    "host.warm.limits",
    "host.warm.places",
    "host.watches",
}
"""What the front loads where the warm host answers."""
SLOW = {
    "argparse",
    "asyncio",
    "dataclasses",
    "datetime",
    "difflib",
    "email",
    "hashlib",
    "importlib.metadata",
    "importlib.resources",
    "logging",
    "pathlib",
    "pkgutil",
    "random",
    "shutil",
    "socket",
    "sqlite3",
    "subprocess",
    "tempfile",
    "tomllib",
    "traceback",
    "urllib",
    "zipfile",
}
"""What no call needs to come to an answer, and what costs much."""


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    top = tmp_path_factory.mktemp("loaded")
    machine = Machine(top / "machine", own_plugin(top / "plugin")).ready()
    machine.ask(PRINT)  # writes what is kept between calls
    return machine


def loaded(machine: Machine, program: str) -> set[str]:
    entry = (PYTHON, "-I", "-S", "-c", program, str(machine.root))
    reply = machine.send(machine.event(PRINT), entry=entry)
    assert reply.code == ANSWERED, reply.stderr
    return set(reply.stderr.decode().split())


def from_elsewhere(modules: set[str]) -> set[str]:
    """Return the modules that are neither the host's nor a slice's, without parts of packages."""
    ours = ("host", "slices")
    return {name.partition(".")[0] for name in modules if name.partition(".")[0] not in ours}


def told_on_the_page() -> set[str]:
    page = (REPO / "docs" / "performance.md").read_text("utf-8")
    table = page.partition("## What a Cold Call Loads")[2].partition("\n## ")[0]
    cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}


def test_the_front_of_a_warm_call(machine: Machine, tmp_path: Path) -> None:
    own = Machine(tmp_path / "machine", machine.root).ready()
    own.ask(PRINT)
    with warm(own) as place:
        place.start()
        found = loaded(own, FRONT)
    assert "host.warm.ask" in found
    assert found <= WARM


def test_a_cold_call_loads_nothing_slow(machine: Machine) -> None:
    found = loaded(machine, CHILD)
    assert "host.house" in found
    assert not found & SLOW


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="another version's library differs")
def test_a_cold_call_loads_what_the_page_tells(machine: Machine) -> None:
    public = {name for name in from_elsewhere(loaded(machine, CHILD)) if not name.startswith("_")}
    assert public == told_on_the_page()


def test_a_cold_call_has_attrs_make_no_class_anew(machine: Machine) -> None:
    (kept,) = (machine.home / ".local/state/tidegate").glob("generated-*")
    kept.unlink()
    assert "host.call.ToolCall" in loaded(machine, LEFT_TO_ATTRS)
    machine.ask(PRINT)
    assert loaded(machine, LEFT_TO_ATTRS) == set()


def test_a_cold_call_loads_no_part_of_the_host_that_it_does_not_need(machine: Machine) -> None:
    found = loaded(machine, CHILD)
    assert not [name for name in found if name.startswith(("host.cli.", "host.setup"))]
