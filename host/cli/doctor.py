"""`tidegate doctor`: tries the install as the client uses it, and says what to mend."""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING

import attrs

from host.cli import dry, place
from host.cli.terminal import say, say_json, styled
from host.doctor import configured, entry, kept, others, probes, slices
from host.registry import Loaded
from host.screen import Progress

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

    from host.findings import Finding
    from host.house import House

FINE, FOUND = 0, 1


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.epilog = "Exit code: 0 all is well, 1 something is wrong."


def run(options: argparse.Namespace) -> int:
    """Look at everything; return 1 where something is wrong."""
    house, found = configured.furnished(dry.house)
    steps = _steps(house)
    with Progress(len(steps)) as progress:
        for what, look in steps:
            progress.step(what)
            found = (*found, *look)
    bad = sum(one.level == "wrong" for one in found)
    if options.json:
        say_json({"wrong": bad, "findings": [attrs.asdict(one) for one in found]})
    else:
        say("\n".join(_lines(found)))
        are = "is" if bad == 1 else "are"
        say(f"\n{bad} of {len(found)} findings {are} wrong." if bad else "\nAll is well.")
    return FOUND if bad else FINE


def _steps(house: House | None) -> list[tuple[str, Iterable[Finding]]]:
    client = importlib.import_module(f"host.clients.{dry.CLIENT.replace('-', '_')}_doctor")
    steps: list[tuple[str, Iterable[Finding]]] = [
        ("the hook entry", entry.look()),
        ("the state", kept.look()),
        ("slices of other distributions", others.look()),
        ("the client", client.look(os.environ.get("PATH", ""), place.working_folder())),
    ]
    if house is None:
        return steps
    loaded = [member for member in house.members if isinstance(member, Loaded)]
    names = [member.name for member in loaded]
    steps += [
        ("the configuration", configured.look(house)),
        ("the slices' data", slices.look(names, place.working_folder())),
    ]
    for one in loaded:
        steps.append((f"the slice {one.name}", probes.ask(dry.CLIENT, client.shell_event, (one,))))
    return steps


def _lines(found: Iterable[Finding]) -> Iterator[str]:
    for one in found:
        yield f"{styled(one.level.ljust(6), one.level)}  {one.subject}: {one.text}"
        if one.mend:
            yield f"        {one.mend}"
