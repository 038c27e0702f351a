"""Measures what the mod costs a call in sessions of the real client, beside other ways to ask."""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import machine
from client_session import CALLS, KINDS, OPTIONS

from tests.client import mock_api
from tests.client.install import client_binary
from tests.client.plugin import copy_plugin, ready_environment
from tests.client.session import Home, bash, message, run_client
from tests.client.warm_machine import warmed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FIRST_CALLS = 10  # not counted: the mod asks by a process until it knows where the host listens
TRUE = "a hook that is `/bin/true`"
WAYS = ("no hook", TRUE, "the mod", "the hook")


def main() -> None:
    """Run sessions of every way in turn, and print what their calls took."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    times: dict[tuple[str, str], list[float]] = {}
    with tempfile.TemporaryDirectory(prefix="tg-", ignore_cleanup_errors=True) as place:
        bench = Bench(Path(place))
        with warmed(bench.home, bench.plugins["the hook"]):
            for _, (kind, command), way in itertools.product(range(rounds), KINDS.items(), WAYS):
                times.setdefault((kind, way), []).extend(bench.session(way, command))
    counted = f"{CALLS - FIRST_CALLS} of {CALLS} calls"
    print(f"{machine.describe()}\n{rounds} sessions of {counted} of each kind, in turn\n")
    print(table(times))


class Bench:
    """A home for the real client, and the plugin of each way."""

    def __init__(self, place: Path) -> None:
        self._client = client_binary()
        self.home = Home(place / "machine")
        self.home.seed(ready_environment())
        self.home.data.with_name("tidegate-mod-inline").symlink_to(ready_environment())
        plugin = copy_plugin(place / "tidegate")
        self.plugins = {
            "the hook": plugin,
            "the mod": plugin / "hooks" / "mod",
            TRUE: _only_true(plugin, place / "true"),
        }
        for number in range(CALLS):
            self.home.write(f"notes-{number}.txt", "one\ntwo\n")

    def session(self, way: str, command: str) -> list[float]:
        """Return the milliseconds of each call: from one request to the model to the next."""
        script = [message(number, [bash(command.format(number))]) for number in range(CALLS)]
        plugin = ["--plugin-dir", str(self.plugins[way])] if way in self.plugins else []
        with mock_api.serve([*script, [mock_api.text("done")]]) as api:
            run_client(self._client, self.home, ["-p", "go", *OPTIONS, *plugin], api_url=api.url)
        times = [1000 * (end - start) for start, end in itertools.pairwise(api.came)]
        return times[FIRST_CALLS:]


def _only_true(plugin: Path, folder: Path) -> Path:
    """Make a plugin whose hooks of the same events start `/bin/true`, and return it."""
    hooks = json.loads((plugin / "hooks" / "hooks.json").read_text())["hooks"]
    for row in itertools.chain.from_iterable(hooks.values()):
        row["hooks"] = [{"type": "command", "command": "/bin/true", "args": []}]
    manifest = {"name": "true", "version": "1.0.0", "description": "Nothing."}
    files = {"hooks/hooks.json": {"hooks": hooks}, ".claude-plugin/plugin.json": manifest}
    for name, value in files.items():
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text(json.dumps(value))
    return folder


def table(times: Mapping[tuple[str, str], Sequence[float]]) -> str:
    """Return the medians, the fastest quarters, and what these are beyond those of `/bin/true`.

    The fastest quarter says more than the median where other work keeps the machine busy.
    """
    rows = [
        "| what | way | median ms of a call | fastest quarter | beyond `/bin/true` |",
        "| --- | --- | --- | --- | --- |",
    ]
    for (kind, way), values in times.items():
        fast, plain = _quarter(values), _quarter(times[kind, TRUE])
        middle = statistics.median(values)
        rows.append(f"| {kind} | {way} | {middle:.1f} | {fast:.1f} | {fast - plain:+.1f} |")
    return "\n".join(rows)


def _quarter(values: Sequence[float]) -> float:
    return statistics.quantiles(values, n=4)[0]


if __name__ == "__main__":
    main()
