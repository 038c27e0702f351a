"""Claude Code's mod, the hook inside the client: where it lies, and what of it is made here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from host.crude_rows import rows
from host.last_resort import shipped
from host.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable

FOLDER = "hooks/mod"
"""The plugin's own folder, from the top of the repo."""
MANIFEST = f"{FOLDER}/.claude-plugin/plugin.json"
CRUDE_TESTS = f"{FOLDER}/hooks/shipped.js"
NAME_END = "-mod"
_DESCRIPTION = "tidegate, asked from inside the client: no process is started for a call."
_TAKEN_OVER = ("version", "author", "license", "keywords")
_CONFIG = "~/.config/tidegate/config.json"
_ROOT = "<the folder of tidegate>"
_TOP = "${CLAUDE_PLUGIN_ROOT}/"


def manifest(classic: dict[str, Any], slices: Iterable[str]) -> str:
    """Return the mod's manifest, with the switches that the `classic` one has for these slices.

    They have no defaults here: the client tells a mod the default of an option that is not set,
    and it would override what stands in the person's configuration.
    """
    known = set(slices)
    switches = {
        name: {key: text for key, text in switch.items() if key != "default"}
        for name, switch in classic["userConfig"].items()
        if name in known
    }
    found = {
        "name": f"{classic['name']}{NAME_END}",
        "description": _DESCRIPTION,
        **{key: classic[key] for key in _TAKEN_OVER},
        "userConfig": switches,
    }
    return f"{json.dumps(found, indent=2)}\n"


def prompts() -> dict[str, str]:
    """Return the mod's commands and skills by their paths: the plugin's, from two folders below."""
    found = {}
    for pattern in ("commands/*.md", "skills/*/SKILL.md"):
        for file in sorted(Path(ROOT).glob(pattern)):
            name = f"{FOLDER}/{file.relative_to(ROOT).as_posix()}"
            found[name] = file.read_text("utf-8").replace(_TOP, f"{_TOP}../../")
    return found


def crude_tests(slices: Iterable[str]) -> str:
    """Return the module with the crude tests of these slices, as far as they are on as shipped."""
    on = dict(shipped())
    tests = rows([name for name in slices if on.get(name)], file=_CONFIG, root=_ROOT)
    return (
        "// `make docs` writes this file from the slices' crude tests.\n\n"
        f"export const FOLDER = {json.dumps(_ROOT)}\n\n"
        f"export const TESTS = {json.dumps(tests, indent=2)}\n"
    )
