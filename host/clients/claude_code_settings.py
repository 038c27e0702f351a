"""Where Claude Code's settings lie, and what has to stand in them for it to load this plugin."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from host import jsonfile, jsontext
from host.paths import ROOT, home, variable

if TYPE_CHECKING:
    from host.settings import Entry

NAME = "Claude Code"
MANIFEST = ".claude-plugin/plugin.json"
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


def entries(root: str = ROOT) -> tuple[Entry, ...]:
    """Return what makes the client take the folder `root` as a marketplace and load its plugin.

    These are the keys that `claude plugin marketplace add` and `claude plugin install` write; the
    client looks up the rest at its next start. The folder's own marketplace file has the names.
    """
    market = json.loads(Path(root, ".claude-plugin", "marketplace.json").read_text("utf-8"))
    name, plugin = market["name"], market["plugins"][0]["name"]
    source = {"source": {"source": "directory", "path": root}}
    return (
        (("extraKnownMarketplaces", name), source),
        (("enabledPlugins", f"{plugin}@{name}"), True),
    )


def with_switch(manifest: str, name: str, summary: str, *, on: bool) -> str:
    """Return the manifest's text with a switch for a slice, for the client's plugin screen."""
    switch = {
        "type": "boolean",
        "title": f"{name}: {summary}",
        "description": f"{summary[:1].upper()}{summary[1:]}.",
        "default": on,
    }
    return jsontext.put(manifest, ("userConfig", name), switch)
