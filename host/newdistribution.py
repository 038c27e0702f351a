"""A new slice as a distribution of its own, from the template: what is written where."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from host.discovery import GROUP
from host.newslice import SUMMARY, TEMPLATE, NewFile, NewSliceError, check

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_PREFIX = "tidegate_"
"""Begins the import name, so that no other distribution's package is hidden by it."""
_PYPROJECT = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "tidegate-{name}"
version = "0.1.0"
description = {summary}
readme = "{package}/README.md"
requires-python = ">=3.11"

[project.entry-points."{group}"]
{name} = "{package}"

[tool.setuptools]
packages = ["{package}"]

[tool.setuptools.package-data]
{package} = ["README.md"]
"""
_ONLY_IN_THE_REPO = ("../README.md", "../../docs/", "`tests/slices/")
"""A line of the template's page that names one of these has no place elsewhere."""


def planned(root: Path, name: str, folder: Path, summary: str = SUMMARY) -> tuple[NewFile, ...]:
    """Return the files of a distribution in a new folder; raises `NewSliceError`."""
    check(root, name, summary)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        message = f"{folder} is there already, and not empty"
        raise NewSliceError(message)
    package = f"{_PREFIX}{name}"
    text = _PYPROJECT.format(
        name=name, package=package, group=GROUP, summary=json.dumps(summary, ensure_ascii=False)
    )
    modules = tuple(_modules(root / "slices" / TEMPLATE, folder / package, name))
    if not modules:
        message = f"this copy of tidegate is not complete: {root}/slices/{TEMPLATE} is missing"
        raise NewSliceError(message)
    return (NewFile(folder / "pyproject.toml", text), *modules)


def _modules(source: Path, target: Path, name: str) -> Iterator[NewFile]:
    for file in sorted(source.iterdir()):
        if file.suffix in (".py", ".md"):
            text = file.read_text("utf-8").replace(f"slices.{TEMPLATE}", target.name)
            text = text.replace(TEMPLATE, name)
            yield NewFile(target / file.name, _without_the_repos(text))


def _without_the_repos(text: str) -> str:
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if not any(one in line for one in _ONLY_IN_THE_REPO))
