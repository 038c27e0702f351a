"""Programs whose probes bash logs, and how what it logged compares with the trace."""

# A probe is `p NUMBER …`, which passes, or `n NUMBER …`, which fails. Neither exists: bash calls
# `command_not_found_handle` in a child, which logs the arguments and the folder.

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
from collections import defaultdict
from typing import TYPE_CHECKING

from host.shell import read
from host.shell.command import Command, Reading, Setting, Value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

BASH = shutil.which("bash") or "/bin/bash"
RUNNER = r"""
command_not_found_handle() {
    builtin printf '%s\0' "$GROWN" "$(builtin pwd -P)" "$#" "$@" >&9
    builtin return "$([ "$1" = p ]; builtin echo $?)"
}
export -f command_not_found_handle
while IFS= read -r -d '' program; do
    (ulimit -t 2; exec bash -c "$program" </dev/null)
    export GROWN=$((GROWN + 1))
done
"""
Probes = dict[str, list[tuple[str, list[str]]]]


def plant(root: Path) -> Path:
    repo = root / "repo"
    for name in ("d/e", "f/e"):
        (repo / name).mkdir(parents=True)
    (repo / "b").write_text("")
    (root / "home").mkdir()
    (root / "bin").mkdir()
    (root / "bin/bash").symlink_to(BASH)
    (root / "bin/start").write_text("((SHLVL > 8)) && exit\n")
    return repo


def executed(programs: Sequence[str], root: Path, repo: Path) -> Iterator[tuple[int, Probes]]:
    """Give for each program its probes by number: where, and with which arguments."""
    log = root / "log"
    with log.open("wb") as file:
        runner = subprocess.Popen(
            [BASH, "-c", f"exec 9>&{file.fileno()}; {RUNNER}"],
            cwd=repo,
            env={
                "PATH": f"{root}/bin",
                "HOME": f"{root}/home",
                "GROWN": "0",
                "FUNCNEST": "8",
                "BASH_ENV": f"{root}/bin/start",
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[file.fileno()],
            start_new_session=True,
        )
        try:
            runner.communicate("".join(f"{program}\0" for program in programs).encode(), 600)
        finally:
            # What a program left in the background is in the runner's group.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(runner.pid, signal.SIGKILL)
    found: dict[int, Probes] = defaultdict(lambda: defaultdict(list))
    fields = log.read_bytes().decode(errors="surrogateescape").split("\0")
    at = 0
    while at + 2 < len(fields):
        count = int(fields[at + 2])
        argv = fields[at + 3 : at + 3 + count]
        if argv[0] in {"p", "n"} and len(argv) > 1:
            found[int(fields[at])][argv[1]].append((fields[at + 1], argv))
        at += 3 + count
    yield from ((index, found[index]) for index in range(len(programs)))


def fits(values: tuple[Value, ...], argv: list[str]) -> bool:
    if not values:
        return not argv
    first = values[0]
    if first.many or first.pattern is not None:
        return any(fits(values[1:], argv[n:]) for n in range(len(argv) + 1))
    return bool(argv) and first.text in {None, argv[0]} and fits(values[1:], argv[1:])


def wrongly_certain(reading: Reading, probes: Probes) -> Iterator[str]:
    """Give the probes that bash ran otherwise than every command of the trace says."""
    traced: dict[str, list[Command]] = defaultdict(list)
    for command in reading.commands:
        values = command.arguments
        if len(values) > 1 and values[1].text is not None and values[0].text in {"p", "n", None}:
            traced[values[1].text].append(command)
    for number, runs in probes.items():
        same = traced[number]
        in_turn = len(runs) == len(same)
        for index, (folder, argv) in enumerate(runs):
            candidates = same[index : index + 1] if in_turn else same
            if candidates and not any(agrees(one, folder, argv) for one in candidates):
                shown = [([v.text for v in c.arguments], c.folder) for c in candidates]
                yield f"bash ran {argv} in {folder}, the trace says {shown}"


def agrees(command: Command, folder: str, argv: list[str]) -> bool:
    return fits(command.arguments, argv) and command.folder in {None, folder}


def disagreements(programs: Sequence[str], root: Path) -> Iterator[str]:
    """Give what the trace calls certain and bash gives otherwise, for each program."""
    repo = plant(root)
    setting = Setting(str(repo), {"HOME": f"{root}/home"})
    for index, probes in executed(programs, root, repo):
        reading = read(programs[index], setting)
        if isinstance(reading, Reading):
            for problem in wrongly_certain(reading, probes):
                yield f"{programs[index]!r}: {problem}"
