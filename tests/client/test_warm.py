"""A whole session of the real client with the warm host: every answer right, none of them cold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from host.warm import control
from tests.client.session import Call, Home, bash, run_session
from tests.client.warm_machine import tell_cold_calls, warmed

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.client

TURNS = 10
"""Each is a message with three calls, of which the client runs what it can side by side."""


def test_a_session_of_thirty_calls(client: Path, home: Home, copy: Path, tmp_path: Path) -> None:
    log = tmp_path / "cold.log"
    tell_cold_calls(copy, log)
    for number in range(TURNS):
        home.write(f"notes-{number}.txt", "one\ntwo\n")
    with warmed(home, copy) as socket:
        resident = control.running(socket)
        log.write_text("")
        session = run_session(client, home, [turn(number) for number in range(TURNS)], plugin=copy)
        assert control.running(socket) == resident != 0
    assert log.read_text() == ""
    assert len(session.results) == 3 * TURNS
    for number in range(TURNS):
        denied, counted, listed = session.results[3 * number : 3 * number + 3]
        assert denied.denied
        assert f"notes-{number}.txt" in denied.text
        assert (counted.text.split()[0], counted.is_error) == ("2", False)
        assert (listed.text.strip(), listed.is_error) == (f"notes-{number}.txt", False)


def turn(number: int) -> list[Call]:
    """Return a print that is denied, a use of the file that runs, and a call no slice wants."""
    file = f"notes-{number}.txt"
    return [bash(f"cat {file}"), bash(f"cat {file} | wc -l"), bash(f"ls {file}")]
