"""Eight real processes at the same time: nothing is lost and nothing is told twice."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
PROCESSES = 8
NOTES = 12
WORK = """
import json, sys
from host import clients, registry
from host.call import ToolCall, ToolResult
from host.desk import Desk
from host.phases import Round, decide
from host.state import State

state, project, number, notes = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
import host.state
host.state.STATE_BUSY_MILLISECONDS = 120_000  # a loaded machine is no failure here
members = registry.load(["recall"])
print("ready", flush=True)
sys.stdin.readline()
told, failed = [], []

def ask(occasion):
    desk = Desk(clients.load("claude-code"), State(state))
    quiet = Round(members, desk, {}, lambda name, what: None, lambda name, call: False)
    decision = decide(quiet, occasion)
    failed.extend(str(failure) for failure in decision.failures)
    for step in desk.later:
        step()
    told.extend(line.split(",")[0][5:] for text in decision.contexts
                for line in text.splitlines() if line.startswith("Note "))

for at in range(notes):
    note = (at + number) % notes
    for command in (f"cat f{note}.txt", f"echo {number} > f{note}.txt"):
        call = ToolCall("claude-code", "shell", "s", project, call_id=f"{number}-{at}-{command}",
                        command=command)
        ask(call)
        if ">" in command:
            open(f"{project}/f{note}.txt", "a").write(f"{number}")
            ask(ToolResult(call, seconds=0.0))
print(json.dumps([told, failed]))
"""


def test_eight_processes_tell_each_note_at_most_once_per_touch(bench: Any) -> None:
    for number in range(NOTES):
        bench.file(f"f{number}.txt")
        bench.note(f"n{number}", f"f{number}.txt")
    environment = {
        "HOME": str(bench.root / "home"),
        "XDG_STATE_HOME": str(bench.root / "state"),
        "XDG_CONFIG_HOME": str(bench.root / "config"),
    }
    arguments = [str(bench.state), str(bench.project)]
    running = [
        subprocess.Popen(
            [sys.executable, "-c", WORK, *arguments, str(number), str(NOTES)],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(PROCESSES)
    ]
    for one in running:
        assert one.stdout is not None
        assert one.stdout.readline() == "ready\n"
    for one in running:
        assert one.stdin is not None
        one.stdin.write("go\n")
        one.stdin.flush()
    found = [_end(one) for one in running]
    told = [note for notes, _ in found for note in notes]
    assert [failure for _, failed in found for failure in failed] == []
    assert set(told) == {f"n{number}" for number in range(NOTES)}
    assert max(told.count(note) for note in told) <= len(("first touch", "first write"))
    retired = [bench.told(bench.shell(f"cat f{n}.txt", session="after")) for n in range(NOTES)]
    assert retired == [[]] * NOTES


def _end(one: subprocess.Popen[str]) -> tuple[list[str], list[str]]:
    out, err = one.communicate()
    assert one.returncode == 0, err
    told, failed = json.loads(out)
    return told, failed
