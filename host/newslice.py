"""A new slice from the template: what is written where, worked out before anything is."""

from __future__ import annotations

import json
import keyword
import re
from typing import TYPE_CHECKING

from attrs import frozen

from host.clients import claude_code_settings
from host.limits import SLICE_NAME_MAX_CHARS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TEMPLATE = "_template"
FOLDERS = ("slices", "tests/slices")
SUMMARY = "denies `example run`, until it is told what to do"
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_ROW = re.compile(r"^\| \[.*\n(?!\|)", re.MULTILINE)
_FIRST_LIST = re.compile(r"^- .*\n(?!- )", re.MULTILINE)


class NewSliceError(Exception):
    """The slice cannot be made, and nothing was written; the message says why."""


@frozen
class NewFile:
    """A file to write, and whether its text takes the place of one that is there."""

    path: Path
    text: str
    changed: bool = False


def planned(root: Path, name: str, summary: str = SUMMARY) -> tuple[NewFile, ...]:
    """Return the files of a new slice of the repo at `root`; raises `NewSliceError`."""
    check(root, name, summary)
    try:
        return (*_copies(root, name), *_entries(root, name, summary))
    except (OSError, ValueError, KeyError, TypeError) as error:
        message = f"this copy of tidegate is not complete, so work in a clone: {error}"
        raise NewSliceError(message) from error


def write(files: tuple[NewFile, ...]) -> None:
    """Write the files; raises OSError."""
    for file in files:
        file.path.parent.mkdir(parents=True, exist_ok=True)
        file.path.write_text(file.text, "utf-8")


def check(root: Path, name: str, summary: str) -> None:
    """Raise `NewSliceError` for a name or summary that a slice cannot have."""
    _check_name(root, name)
    if "|" in summary or not summary.isprintable():
        message = "the summary has to be one line, without a |"
        raise NewSliceError(message)


def _check_name(root: Path, name: str) -> None:
    if not _NAME.fullmatch(name) or keyword.iskeyword(name) or keyword.issoftkeyword(name):
        message = f"{name!r} is no name: lower-case letters, digits and _, and no word of Python's"
        raise NewSliceError(message)
    if len(name) > SLICE_NAME_MAX_CHARS:
        message = f"the name has {len(name)} characters, and {SLICE_NAME_MAX_CHARS} are the most"
        raise NewSliceError(message)
    taken = [folder for folder in FOLDERS if (root / folder / name).exists()]
    taken += [
        f"{folder}/{name}.py" for folder in FOLDERS if (root / folder / f"{name}.py").exists()
    ]
    if taken or name in _configured(root):
        message = f"the name {name} is taken: {', '.join(taken) or 'plugin.json'}"
        raise NewSliceError(message)


def _configured(root: Path) -> list[str]:
    try:
        return [row["name"] for row in json.loads((root / "plugin.json").read_text())["slices"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        message = f"{root}/plugin.json cannot be read: {error}"
        raise NewSliceError(message) from error


def _copies(root: Path, name: str) -> Iterator[NewFile]:
    for folder in FOLDERS:
        source = root / folder / TEMPLATE
        files = [f for f in sorted(source.rglob("*")) if f.is_file() and f.suffix != ".pyc"]
        if not files:
            message = f"{source} is missing"
            raise OSError(message)
        for file in files:
            target = root / folder / name / file.relative_to(source)
            yield NewFile(target, file.read_text("utf-8").replace(TEMPLATE, name))


def _entries(root: Path, name: str, summary: str) -> Iterator[NewFile]:
    """Yield the configuration, the client's manifest and the pages that name every slice."""
    config = json.loads((root / "plugin.json").read_text("utf-8"))
    config["slices"].append({"name": name, "enabled": True, "options": {}})
    yield NewFile(root / "plugin.json", f"{json.dumps(config, indent=2)}\n", changed=True)
    manifest = root / claude_code_settings.MANIFEST
    switched = claude_code_settings.with_switch(manifest.read_text("utf-8"), name, summary, on=True)
    yield NewFile(manifest, switched, changed=True)
    page = f"{name}/README.md"
    rows = {
        "README.md": (_ROW, f"| [`{name}`](slices/{page}) | {summary} | yes |"),
        "slices/README.md": (_ROW, f"| [{name}]({page}) | {summary} | check |"),
        "docs/changelog.md": (_FIRST_LIST, f"- The slice `{name}`: {summary}."),
    }
    for file, (place, line) in rows.items():
        text = (root / file).read_text("utf-8")
        found = place.search(text)
        if found is None:
            message = f"{file} has no place for a line about a slice"
            raise ValueError(message)
        new = f"{text[: found.end()]}{line}\n{text[found.end() :]}"
        yield NewFile(root / file, new, changed=True)
