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
import json, os, sys
from host import clients, registry
from host.call import ToolCall, ToolResult
from host.desk import Desk
from host.phases import Round, decide
from host.state import State

state, project, processes, notes = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
import host.patience
host.patience.STATE_WAIT_MILLISECONDS = 120_000  # a loaded machine is no failure here
members = registry.load(["recall"])
told, failed = [], []
waits, starts = os.pipe()
children = []
for number in range(processes):
    if not (child := os.fork()):
        os.close(starts)
        os.read(waits, 1)  # until all are there
        break
    children.append(child)
else:
    os.close(starts)
    sys.exit(any([os.waitpid(child, 0)[1] for child in children]))

def ask(occasion):
    desk = Desk(clients.load("claude-code"), State(state))
    quiet = Round(members, desk, {}, lambda name, what: None, lambda name, call: False)
    decision = decide(quiet, occasion)
    failed.extend(str(failure) for failure in decision.failures)
    for step in desk.later:
        step()
    told.extend(line.split(",")[0][5:] for text in decision.contexts
                for line in text.splitlines() if line.startswith("Note "))

for note in range(notes):  # all at the same one
    for command in (f"cat f{note}.txt", f"echo {number} > f{note}.txt"):
        call = ToolCall("claude-code", "shell", "s", project, call_id=f"{number}-{command}",
                        command=command)
        ask(call)
        if ">" in command:
            open(f"{project}/f{note}.txt", "a").write(f"{number}")
            ask(ToolResult(call, seconds=0.0))
os.write(1, (json.dumps([told, failed]) + "\\n").encode())
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
    arguments = [str(bench.state), str(bench.project), str(PROCESSES), str(NOTES)]
    done = subprocess.run(
        [sys.executable, "-c", WORK, *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(found) == PROCESSES
    told = [note for notes, _ in found for note in notes]
    assert [failure for _, failed in found for failure in failed] == []
    assert set(told) == {f"n{number}" for number in range(NOTES)}
    assert max(told.count(note) for note in told) <= len(("first touch", "first write"))
    retired = [bench.told(bench.shell(f"cat f{n}.txt", session="after")) for n in range(NOTES)]
    assert retired == [[]] * NOTES
