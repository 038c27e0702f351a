"""What keeps Claude Code from asking tidegate, and which calls it never asks about."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from host import jsonfile
from host.clients.claude_code_settings import SCOPES, file, ways
from host.clients.claude_code_versions import MOD_SINCE, spelt
from host.findings import Finding, fine, notice, wrong
from host.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from host.clients.claude_code_versions import Version

SUBJECT = "client plugin"
_CALL, _BLOCKS = "PreToolUse", "block"
_HOOKS = f"{ROOT}/hooks/hooks.json"
_PAGE = f"{ROOT}/docs/clients/claude-code.md"


def files(folder: str) -> list[str]:
    """Return the settings that count in a folder, the person's first; the last one is stronger."""
    listed = [file(scope, folder) for scope in SCOPES]
    return list(dict.fromkeys([*listed, os.path.join(folder, ".claude", "settings.local.json")]))  # noqa: PTH118


def look(folder: str, installed: Iterable[tuple[str, Version]] = ()) -> Iterator[Finding]:
    """Look at the switches of the client's settings, and at the hooks that the plugin brings.

    `installed` are the clients that are there, each with its version.
    """
    read = [(path, jsonfile.load(path)[0] or {}) for path in files(folder)]
    for path, settings in read:
        if settings.get("disableAllHooks") is True:
            text = f"{path} has disableAllHooks: the client asks nobody here"
            yield wrong(SUBJECT, text, f"Take disableAllHooks out of {path}.")
    said = {name: found for name in ways().values() if (found := _switch(read, name))}
    on = [name for name, (_, switch) in said.items() if switch]
    yield _switched(said, on)
    if ways()["mod"] in on:
        yield from _without_mods(installed)
    yield from _hooks()


def _switch(read: list[tuple[str, dict[str, Any]]], name: str) -> tuple[str, bool] | None:
    """Return the strongest file that says whether the plugin is on, and what it says."""
    said = [(path, on) for path, settings in read if (on := _plugin(settings, name)) is not None]
    return said[-1] if said else None


def _switched(said: dict[str, tuple[str, bool]], on: list[str]) -> Finding:
    """Tell whether one of the plugins is on, and no other beside it."""
    if not said:
        text = "no settings file names tidegate: only sessions with --plugin-dir ask it"
        return notice(SUBJECT, text, f"Run {ROOT}/bin/tidegate install claude-code.")
    if len(on) > 1:
        text = f"{' and '.join(on)} are both on: each call is judged twice"
        return wrong(SUBJECT, text, f"Run {ROOT}/bin/tidegate install claude-code: it leaves one.")
    if on:
        return fine(SUBJECT, f"{said[on[0]][0]} has {on[0]} on")
    name, (path, _) = next(iter(said.items()))
    mend = f"Set enabledPlugins.{name} to true in {path}, or take it out there."
    return wrong(SUBJECT, f"{path} switches {name} off: the client does not load it here", mend)


def _without_mods(installed: Iterable[tuple[str, Version]]) -> Iterator[Finding]:
    for program, version in installed:
        if () < version < MOD_SINCE:
            text = f"{program} is {spelt(version)} and loads no mod: nobody asks tidegate there"
            yield wrong(SUBJECT, text, f"Run {ROOT}/bin/tidegate install claude-code --way hook.")


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
