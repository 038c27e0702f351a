"""Writes what is made from the code: the pages of controls and bounds, the schema, the mod data."""

# `make docs` runs it, and a test compares what lies in the repo.

from __future__ import annotations

import ast
import importlib
import itertools
import json
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from host import registry, schema
from host.clients import claude_code_mod as mod
from host.clients.claude_code_settings import MANIFEST
from host.paths import ROOT
from host.registry import Loaded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host.hook import Slice

_NOTE = "`make docs` writes this page from the code."
_CONTROLS = f"""\
# Controls

Each slice exists for something that went wrong. This page lists what each control is for, how we
know, and when it goes.
{_NOTE}

"""
_BOUNDS = f"""\
# Bounds

Every limit in the code has a name, a unit, one file that owns it, and a reason.
{_NOTE}

"""
_UNITS = {
    "BYTES": "bytes",
    "CHARS": "characters",
    "CHARACTERS": "characters",
    "UNITS": "UTF-16 units",
    "SECONDS": "seconds",
    "MILLISECONDS": "milliseconds",
    "NANOSECONDS": "nanoseconds",
    "DAYS": "days",
    "ROWS": "rows",
    "LEVELS": "levels",
    "STEPS": "steps",
    "DIGITS": "digits",
    "WORDS": "words",
    "ITERATIONS": "iterations",
}


def documents() -> dict[str, str]:
    """Return what each file has to hold, by its path from the top of the repo."""
    slices = loaded()
    return {
        "docs/controls.md": _CONTROLS + controls(slices),
        "docs/bounds.md": _BOUNDS + bounds(list(slices)),
        schema.FILE: json.dumps(schema.schema(slices), indent=2, ensure_ascii=False) + "\n",
        mod.MANIFEST: mod.manifest(json.loads(Path(ROOT, MANIFEST).read_text("utf-8")), slices),
        mod.CRUDE_TESTS: mod.crude_tests(slices),
        **mod.prompts(),
    }


def loaded() -> dict[str, Slice]:
    """Return every slice of the repo; raises `ImportError` for one that does not load."""
    folders = sorted(path.parent.name for path in Path(ROOT, "slices").glob("[a-z]*/plugin.py"))
    members = registry.load(folders)
    broken = [member for member in members if not isinstance(member, Loaded)]
    if broken:
        raise ImportError(str(broken))
    return {member.name: member.slice for member in members if isinstance(member, Loaded)}


def controls(slices: dict[str, Slice]) -> str:
    """Return the table of what the slices control."""
    rows = [
        (f"[{name}](../slices/{name}/README.md)", *attrs.astuple(control))
        for name, one in slices.items()
        for control in one.controls
    ]
    return _table(("slice", "control", "incident", "evidence", "remove when"), rows)


def bounds(slices: list[str]) -> str:
    """Return the table of the host's limits and the slices'."""
    files = [
        "host/limits.py",
        "host/shell/limits.py",
        "host/warm/limits.py",
        *(f"slices/{s}/limits.py" for s in slices),
    ]
    rows = [row for file in files for row in _limits(file)]
    return _table(("name", "value", "unit", "file", "purpose"), rows)


def _limits(file: str) -> Iterator[tuple[str, ...]]:
    module = importlib.import_module(file.removesuffix(".py").replace("/", "."))
    body = ast.parse(Path(ROOT, file).read_text("utf-8")).body
    for node, after in itertools.pairwise(body):
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(after, ast.Expr):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            if isinstance(target, ast.Name) and isinstance(after.value, ast.Constant):
                value = getattr(module, target.id)
                why = " ".join(str(after.value.value).split())
                yield f"`{target.id}`", _number(value), unit(target.id), f"`{file}`", why


def unit(name: str) -> str:
    """Return the unit that a limit's name says, "count" where it counts its own things."""
    words = [word for word in name.split("_") if word not in ("MAX", "MIN")]
    return next((_UNITS[word] for word in reversed(words) if word in _UNITS), "count")


def _number(value: object) -> str:
    return f"{value:,}" if isinstance(value, int | float) else f"`{value}`"


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    cells = [[cell.replace("|", "\\|") for cell in row] for row in (head, *rows)]
    lines = [f"| {' | '.join(row)} |" for row in cells]
    lines.insert(1, f"| {' | '.join('---' for _ in head)} |")
    return "\n".join(lines) + "\n"


def write() -> None:
    """Write the files."""
    for path, text in documents().items():
        Path(ROOT, path).parent.mkdir(parents=True, exist_ok=True)
        Path(ROOT, path).write_text(text, "utf-8")


if __name__ == "__main__":
    write()
