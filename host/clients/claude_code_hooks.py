"""Looks at the hooks that the settings of Claude Code start, and at where they come from."""

# A program that cannot find its script can end with 2 (`python3 /moved/host.py` does), and 2
# blocks every call; one that is gone itself lets every call run.

from __future__ import annotations

import os
import shlex
from typing import TYPE_CHECKING, Any

from host import jsonfile
from host.clients.claude_code_reach import files
from host.findings import Finding, fine, wrong
from host.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

SUBJECT = "client settings"


def look(folder: str) -> Iterator[Finding]:
    """Look at the settings of the person and of the project in `folder`."""
    for path in files(folder):
        settings, problems = jsonfile.load(path)
        for problem in problems:
            yield wrong(SUBJECT, str(problem), f"Mend {path}: the client may not read it either.")
        if settings is not None:
            found = [*_hooks(path, settings), *_markets(path, settings)]
            yield from found or (fine(SUBJECT, path),)


def _hooks(path: str, settings: dict[str, Any]) -> Iterator[Finding]:
    for event, command in _commands(settings.get("hooks")):
        for word in _words(command):
            if os.path.isabs(word) and not os.path.exists(word):  # noqa: PTH110, PTH117  texts
                text = f"{path}: a hook on {event} names {word}, which is gone: {command}"
                mend = "Correct the path or remove the hook: it blocks every call, or guards none."
                yield wrong(SUBJECT, text, mend)


def _markets(path: str, settings: dict[str, Any]) -> Iterator[Finding]:
    markets = settings.get("extraKnownMarketplaces")
    for name, value in (markets if isinstance(markets, dict) else {}).items():
        source = value.get("source") if isinstance(value, dict) else None
        place = source.get("path") if isinstance(source, dict) else None
        if name == "tidegate" and isinstance(place, str) and not os.path.isdir(place):  # noqa: PTH112
            text = f"{path}: the folder that tidegate is loaded from is gone: {place}"
            yield wrong(SUBJECT, text, f"Run {ROOT}/bin/tidegate install claude-code.")


def _commands(hooks: object) -> Iterator[tuple[str, str]]:
    """Yield event and command of each hook; another shape is for the client to complain of."""
    for event, rows in (hooks if isinstance(hooks, dict) else {}).items():
        for row in rows if isinstance(rows, list) else ():
            listed = row.get("hooks") if isinstance(row, dict) else None
            for hook in listed if isinstance(listed, list) else ():
                if isinstance(hook, dict) and isinstance(hook.get("command"), str):
                    given = hook.get("args")
                    args = given if isinstance(given, list) else []
                    texts = [str(arg) for arg in args]
                    yield event, " ".join([hook["command"], *map(shlex.quote, texts)])


def _words(command: str) -> list[str]:
    """Return the program and its first argument: what has to be there for it to start at all."""
    try:
        words = shlex.split(command)
    except ValueError:
        return []
    plain = [word for word in words if not word.startswith("-") and "=" not in word]
    return plain[:2]
