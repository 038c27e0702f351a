"""`tidegate why`: the page of a slice, or the last deny of this project and the ways out of it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from host import denies, outside, paths
from host.cli import dry, place
from host.cli.names import misnamed
from host.cli.terminal import complain, page, say, say_json
from host.errors import StateError
from host.state import State

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from host.denies import Denied

FINE, FOUND, WRONG_USE = 0, 1, 2


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("--last", action="store_true", help="the last deny in this project")
    asked.add_argument("name", metavar="NAME", nargs="?", help="a slice's name")
    parser.epilog = (
        "Exit code: 0 explained, 1 nothing was denied in this project yet, 2 wrong use. A deny of"
        " the hook entry's own last resort is not kept: its reason says all there is."
    )


def run(options: argparse.Namespace) -> int:
    """Explain; return the exit code."""
    return _last(as_json=options.json) if options.last else _page(options.name, options.json)


def _page(name: str, as_json: bool) -> int:  # noqa: FBT001  one flag of the command line
    if (wrong := misnamed("why", name)) is not None:
        complain(str(wrong))
        return WRONG_USE
    file = _page_of(name)
    try:
        text = Path(file).read_text("utf-8")
    except OSError as error:
        complain(f"{file} cannot be read: {error.strerror}")
        return WRONG_USE
    if as_json:
        say_json({"slice": name, "page": file, "text": text})
    else:
        page(text)
    return FINE


def _last(*, as_json: bool) -> int:
    root = place.here(dry.CLIENT).root
    try:
        found = denies.last(State(paths.state_folder()), root)
    except StateError as error:
        complain(str(error))
        return WRONG_USE
    if as_json:
        say_json({"project": root, "denies": [_row(one) for one in found]})
    else:
        say("\n".join(_text(found)) if found else f"Nothing was denied in {root} yet.")
    return FINE if found else FOUND


def _row(one: Denied) -> dict[str, Any]:
    return {**attrs.asdict(one), "page": _page_of(one.slice), "off": _off(one.slice)}


def _text(found: tuple[Denied, ...]) -> Iterator[str]:
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(found[0].at))
    yield f"Denied on {when}, a call of the {found[0].tool} tool:"
    yield from (f"    {line}" for line in found[0].subject.splitlines())
    for one in found:
        yield from ("", f"By the slice {one.slice}, which said:")
        yield from (f"    {line}" for line in one.reason.splitlines())
        page = f"{_tidegate()} why {one.slice}"
        yield from ("", f"What {one.slice} is for, what runs, and its options: {page}")
        yield from (f"To switch {one.slice} off: {way}" for way in _off(one.slice))


def _off(name: str) -> list[str]:
    command = f"{_tidegate()} disable {name}"
    return [f"{command} --project (for this project)", f"{command} (everywhere)"]


def _page_of(name: str) -> str:
    return f"{outside.folder_of(name)}/README.md"


def _tidegate() -> str:
    import shlex

    return shlex.quote(f"{paths.ROOT}/bin/tidegate")
