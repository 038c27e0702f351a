"""Where Claude Code's settings lie, and what has to stand in them for it to load this plugin."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from host import jsonfile, jsontext
from host.clients import claude_code_versions
from host.paths import ROOT, home, variable

if TYPE_CHECKING:
    from host.settings import Entry

NAME = "Claude Code"
MANIFEST = ".claude-plugin/plugin.json"
WAYS = ("hook", "mod")
"""A process for each call, or a call from inside the client; in the marketplace's order."""
TOLD = {
    "hook": "A hook asks it: a process for each call.",
    "mod": "A mod asks it from inside the client; `--way hook` starts a process for each call.",
}
SCOPES = {
    "user": "every session of this person",
    "project": "sessions in this folder, once the person has trusted it there",
}


def file(scope: str, folder: str) -> str:
    """Return the settings file of a scope; `folder` is the project's."""
    if scope == "project":
        return os.path.join(folder, ".claude", "settings.json")  # noqa: PTH118  text, as below
    return f"{_config_folder()}/settings.json"


def left() -> str:
    """Return what the client itself still keeps once its settings are as before, "" for nothing."""
    known, _ = jsonfile.load(f"{_config_folder()}/plugins/known_marketplaces.json")
    name = entries()[0][0][1]
    if name not in (known or {}):
        return ""
    return (
        f"{NAME} still lists it, as disabled. To take that out too:"
        f" claude plugin marketplace remove {name}"
    )


def _config_folder() -> str:
    return variable("CLAUDE_CONFIG_DIR") or f"{home()}/.claude"


def ways(root: str = ROOT) -> dict[str, str]:
    """Return the ways to take part and the plugin of each; the folder's marketplace names them."""
    market = _market(root)
    names = [plugin["name"] for plugin in market["plugins"]]
    return {way: f"{name}@{market['name']}" for way, name in zip(WAYS, names, strict=True)}


def way(search: str) -> str:
    """Return the way for the clients in the folders of `search`, the value of PATH.

    A mod needs no process for a call. Where one of them loads none, or none is there to be asked,
    it is the hook.
    """
    versions = [found for _, found in claude_code_versions.installed(search)]
    can = sys.platform != "win32" and versions and min(versions) >= claude_code_versions.MOD_SINCE
    return "mod" if can else "hook"


def entries(way: str = "hook", root: str = ROOT) -> tuple[Entry, ...]:
    """Return what makes the client take the folder `root` as a marketplace and load its plugin.

    These are the keys that `claude plugin marketplace add` and `claude plugin install` write; the
    client looks up the rest at its next start. The folder's own marketplace file has the names.
    """
    source = {"source": {"source": "directory", "path": root}}
    return (
        (("extraKnownMarketplaces", _market(root)["name"]), source),
        (("enabledPlugins", ways(root)[way]), True),
    )


def _market(root: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        Path(root, ".claude-plugin", "marketplace.json").read_text("utf-8")
    )
    return found


def all_entries(root: str = ROOT) -> tuple[Entry, ...]:
    """Return the entries of every way, each once."""
    market, plugin = entries(WAYS[0], root)
    return (market, plugin, *(entries(way, root)[1] for way in WAYS[1:]))


def with_switch(manifest: str, name: str, summary: str, *, on: bool) -> str:
    """Return the manifest's text with a switch for a slice, for the client's plugin screen."""
    switch = {
        "type": "boolean",
        "title": f"{name}: {summary}",
        "description": f"{summary[:1].upper()}{summary[1:]}.",
        "default": on,
    }
    return jsontext.put(manifest, ("userConfig", name), switch)
