"""Measures what the hook costs a call in a session of the real client, beside none and an idle."""

from __future__ import annotations

import argparse
import contextlib
import itertools
import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import machine

from tests.client import mock_api
from tests.client.install import client_binary
from tests.client.plugin import copy_plugin, ready_environment
from tests.client.session import Home, bash, message, run_client
from tests.client.warm_machine import tell_cold_calls, warmed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CALLS = 30
OPTIONS = ("--output-format", "stream-json", "--verbose", "--allowedTools", "Bash")
KINDS = {
    "a call no slice wants": "ls notes-{}.txt",
    "a call a slice lets run": "cat notes-{}.txt | wc -l",
}
IDLE = "a hook that does nothing"
WAYS = ("no hook", IDLE, "warm", "cold")


def main() -> None:
    """Run sessions of every way in turn, and print the medians of their calls."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    times: dict[tuple[str, str], list[float]] = {}
    with tempfile.TemporaryDirectory(prefix="tg-", ignore_cleanup_errors=True) as place:
        bench = Bench(Path(place))
        for _ in range(rounds):
            for kind, command in KINDS.items():
                for way in WAYS:
                    times.setdefault((kind, way), []).extend(bench.session(way, command))
    print(f"{machine.describe()}\n{rounds} sessions of {CALLS} calls of each kind, in turn\n")
    print(table(times))


class Bench:
    """A home for the real client, and the plugin that its sessions load."""

    def __init__(self, place: Path) -> None:
        self._client = client_binary()
        self._home = Home(place / "machine")
        self._home.seed(ready_environment())
        self._plugin = copy_plugin(place / "tidegate")
        self._log = place / "cold.log"
        tell_cold_calls(self._plugin, self._log)
        self._idle = copy_plugin(place / "idle")
        (self._idle / "bin" / "tidegate-hook").write_text("#!/bin/sh\nexit 0\n")
        for number in range(CALLS):
            self._home.write(f"notes-{number}.txt", "one\ntwo\n")

    def session(self, way: str, command: str) -> list[float]:
        """Return the milliseconds of each call: from one request to the model to the next."""
        script = [message(number, [bash(command.format(number))]) for number in range(CALLS)]
        loaded = self._idle if way == IDLE else self._plugin
        plugin = [] if way == "no hook" else ["--plugin-dir", str(loaded)]
        with contextlib.ExitStack() as stack:
            if way == "warm":
                stack.enter_context(warmed(self._home, self._plugin))
            else:
                self._home.env["TIDEGATE_HOST"] = "cold"
            self._log.write_text("")
            api = stack.enter_context(mock_api.serve([*script, [mock_api.text("done")]]))
            run_client(self._client, self._home, ["-p", "go", *OPTIONS, *plugin], api_url=api.url)
        if way == "warm" and self._log.read_text():
            sys.exit("a call of the warm session was answered cold")
        return [1000 * (end - start) for start, end in itertools.pairwise(api.came)]


def table(times: Mapping[tuple[str, str], Sequence[float]]) -> str:
    """Return the medians, and what each way adds to the client's own work for its hooks."""
    rows = [
        f"| what | way | median ms of a call | more than {IDLE} |",
        "| --- | --- | --- | --- |",
    ]
    for (kind, way), values in times.items():
        middle, plain = statistics.median(values), statistics.median(times[kind, IDLE])
        rows.append(f"| {kind} | {way} | {middle:.1f} | {middle - plain:.1f} |")
    return "\n".join(rows)


if __name__ == "__main__":
    main()
