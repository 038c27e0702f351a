"""Every layer of the configuration counts at the next call of a warm host too."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from host.clients.seen import seen
from tests.host.machine import Machine, own_plugin
from tests.host.residents import Warm, warm

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and UNIX sockets")
ON, OFF = ({"slices": {"printer": {"enabled": on}}} for on in (True, False))


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Warm]:
    machine = Machine(tmp_path / "machine", own_plugin(tmp_path / "plugin")).ready()
    with warm(machine) as one:
        yield one.start()


def verdict(place: Warm) -> str:
    """Return what a print is answered by the warm host."""
    went, reply = place.send("cat notes.txt")
    assert went == "warm"
    return seen(reply.stdout.decode())[0]


def test_each_layer_counts_at_the_next_call(place: Warm) -> None:
    machine = place.machine
    mine = machine.home / ".config" / "tidegate" / "config.json"
    project = machine.project / ".tidegate.json"
    mine.parent.mkdir(parents=True)
    assert verdict(place) == "deny"
    mine.write_text(json.dumps(OFF))
    assert verdict(place) == "run"
    machine.environment["CLAUDE_PLUGIN_OPTION_PRINTER"] = "true"
    assert verdict(place) == "deny"
    machine.environment["CLAUDE_PLUGIN_OPTION_PRINTER"] = "false"
    assert verdict(place) == "run"
    project.write_text(json.dumps(ON))
    assert verdict(place) == "deny"
    mine.write_text(json.dumps({"projects": {str(machine.project): OFF}}))
    assert verdict(place) == "run"
    mine.unlink()
    project.write_text(json.dumps(OFF))
    del machine.environment["CLAUDE_PLUGIN_OPTION_PRINTER"]
    assert verdict(place) == "deny"
