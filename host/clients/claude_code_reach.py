"""What keeps Claude Code from asking tidegate, and which calls it never asks about."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from host import jsonfile
from host.clients.claude_code_settings import SCOPES, entries, file
from host.findings import Finding, fine, notice, wrong
from host.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

SUBJECT = "client plugin"
_CALL, _BLOCKS = "PreToolUse", "block"
_HOOKS = f"{ROOT}/hooks/hooks.json"
_PAGE = f"{ROOT}/docs/clients/claude-code.md"


def files(folder: str) -> list[str]:
    """Return the settings that count in a folder, the person's first; the last one is stronger."""
    listed = [file(scope, folder) for scope in SCOPES]
    return list(dict.fromkeys([*listed, os.path.join(folder, ".claude", "settings.local.json")]))  # noqa: PTH118


def look(folder: str) -> Iterator[Finding]:
    """Look at the switches of the client's settings, and at the hooks that the plugin brings."""
    read = [(path, jsonfile.load(path)[0] or {}) for path in files(folder)]
    for path, settings in read:
        if settings.get("disableAllHooks") is True:
            text = f"{path} has disableAllHooks: the client asks nobody here"
            yield wrong(SUBJECT, text, f"Take disableAllHooks out of {path}.")
    yield _switched(read)
    yield from _hooks()


def _switched(read: list[tuple[str, dict[str, Any]]]) -> Finding:
    """Tell whether the plugin is on, by the strongest file that says so."""
    name = entries()[1][0][1]
    said = [(path, on) for path, settings in read if (on := _plugin(settings, name)) is not None]
    if not said:
        text = "no settings file names tidegate: only sessions with --plugin-dir ask it"
        return notice(SUBJECT, text, f"Run {ROOT}/bin/tidegate install claude-code.")
    path, on = said[-1]
    if on:
        return fine(SUBJECT, f"{path} has {name} on")
    mend = f"Set enabledPlugins.{name} to true in {path}, or take it out there."
    return wrong(SUBJECT, f"{path} switches {name} off: the client does not load it here", mend)


def _plugin(settings: dict[str, Any], name: str) -> bool | None:
    plugins = settings.get("enabledPlugins")
    found = plugins.get(name) if isinstance(plugins, dict) else None
    return found if isinstance(found, bool) else None


def _hooks() -> Iterator[Finding]:
    """Tell which tools are seen, and whether a call runs where the hook fails."""
    try:
        rows = (jsonfile.load(_HOOKS)[0] or {})["hooks"][_CALL]
        modes = {hook.get("onFailure") for row in rows for hook in row["hooks"]}
        seen = ", ".join(tool for row in rows for tool in row["matcher"].split("|"))
    except (AttributeError, KeyError, TypeError):
        modes, seen = set(), "none"
    if modes != {_BLOCKS}:
        text = f"{_HOOKS}: a call runs where its hook fails"
        yield wrong(SUBJECT, text, "Install this copy of tidegate anew: its files are not its own.")
    text = f"not closed: calls of tools other than {seen}; the rest is in {_PAGE}"
    yield notice(SUBJECT, text)
