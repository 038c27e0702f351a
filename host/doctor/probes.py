"""Asks each slice that is on its probes, through the real hook entry, as the client would."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from host import paths
from host.cli.entry import call
from host.clients.seen import seen
from host.environment import ready
from host.findings import Finding, fine, wrong
from host.shortcut import SWITCH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from host.hook import Probe
    from host.registry import Loaded

    Event = Callable[[str, str], dict[str, Any]]


def ask(client: str, event: Event, members: Iterable[Loaded]) -> Iterator[Finding]:
    """Send each slice its probes; each in a place of its own, so that nothing real is touched."""
    for member in members:
        for probe in member.slice.probes:
            with tempfile.TemporaryDirectory(
                prefix="tidegate-probe-", ignore_cleanup_errors=True
            ) as place:
                yield _ask(client, event, member.name, probe, Path(place).resolve())


def _ask(client: str, event: Event, name: str, probe: Probe, place: Path) -> Finding:
    project = place / "project"
    for path, text in {".tidegate/.keep": "", **probe.files}.items():
        file = project / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    _switch_on_alone(place / "config" / "tidegate" / "config.json", name)
    raw = json.dumps(event(probe.command, str(project))).encode()
    entry = [f"{paths.ROOT}/bin/tidegate-hook", client]
    try:
        reply = call(entry, raw, _environment(place), str(project))
    except (OSError, ValueError) as error:
        return _failed(name, probe, f"the hook entry does not start: {error}", "")
    verdict, text = seen(reply.stdout.decode("utf-8", "replace"))
    found = "context" if verdict == "run" and text else verdict
    said = reply.stderr.decode("utf-8", "replace").strip()
    if reply.code != 0:
        return _failed(name, probe, f"the hook entry ended with {reply.code}", said)
    if said:
        return _failed(name, probe, "the hook entry complained, so the slice was not asked", said)
    if found != probe.expect or probe.says not in text:
        return _failed(name, probe, f"the answer was {found}, not {probe.expect}", text)
    return fine(f"slice {name}", f"{_shown(probe)}: {found}")


def _switch_on_alone(file: Path, name: str) -> None:
    from host.last_resort import names

    file.parent.mkdir(parents=True)
    switches = {other: {"enabled": other == name} for other in names()}
    file.write_text(json.dumps({"slices": switches}), "utf-8")


def _environment(place: Path) -> dict[str, str]:
    """Return the person's own environment, with a state and a config of the probe's own."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("CLAUDE_PLUGIN_OPTION_")}
    return {
        **kept,
        "XDG_STATE_HOME": str(place / "state"),
        "XDG_CONFIG_HOME": str(place / "config"),
        SWITCH: "cold",  # nothing of a probe stays behind
        "CLAUDE_PLUGIN_DATA": str(Path(ready()).parents[1]),
    }


def _failed(name: str, probe: Probe, what: str, said: str) -> Finding:
    last = said.splitlines()[-1:] if said else []
    text = f"{_shown(probe)}: {what}"
    command = f"{paths.ROOT}/bin/tidegate explain {json.dumps(probe.command)}"
    mend = f"See what it says: {command}. If it stays so, install tidegate anew."
    return wrong(f"slice {name}", " / ".join([text, *last]), mend)


def _shown(probe: Probe) -> str:
    return probe.command.splitlines()[0]
