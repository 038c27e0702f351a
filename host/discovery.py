"""Looks for slices of other distributions, and keeps what it found for the calls."""

from __future__ import annotations

import ast
import json
from importlib.metadata import distributions
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

from host import last_resort, outside, reasons
from host.bare import read_file, write_file
from host.errors import unusable
from host.hook import Crude
from host.limits import CONFIG_MAX_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.metadata import Distribution, EntryPoint

GROUP = "tidegate.slices"
"""The group of entry points: a distribution names each of its slices with one. A scan reads files
and runs none of them, so that a slice that is off is never imported."""

Row = dict[str, Any]


@frozen
class Scan:
    """What a scan found: the slices as they are kept, and what is wrong with others."""

    rows: tuple[Row, ...]
    problems: tuple[str, ...] = ()
    changed: bool = False
    """Whether something else was kept before."""


class _UnfitError(Exception):
    """The entry point names no slice that can be used; the message says why."""


def renew() -> Scan:
    """Scan, and keep what was found; what cannot be kept is a problem too."""
    found = scan()
    if not found.changed:
        return found
    data = json.dumps({"format": outside.FORMAT, "slices": found.rows}, indent=1)
    try:
        write_file(outside.kept_file(), f"{data}\n".encode())
    except OSError as error:
        return Scan(found.rows, (*found.problems, unusable(error)), changed=True)
    return found


def scan() -> Scan:
    """Return the slices of all distributions in the folder for them.

    One that is gone and still named in the person's file stays: it is on and broken, not off.
    """
    rows: dict[str, Row] = {}
    problems = []
    site = outside.site()
    for distribution, point in _points(site):
        origin = _origin(distribution)
        try:
            row = _row(site, origin, point, rows)
        except _UnfitError as error:
            problems.append(reasons.unfit_outside(point.name, origin, str(error)))
        else:
            rows[point.name] = row
    before = outside.found()
    named = last_resort.named_by_person()
    gone = [_plain(one) for name, one in before.items() if name not in rows and name in named]
    found = (*(rows[name] for name in sorted(rows)), *gone)
    return Scan(found, tuple(problems), found != tuple(map(_plain, before.values())))


def _points(site: str) -> Iterator[tuple[Distribution, EntryPoint]]:
    for distribution in sorted(distributions(path=[site]), key=lambda one: str(one.name)):
        for point in distribution.entry_points.select(group=GROUP):
            yield distribution, point


def _row(site: str, origin: str, point: EntryPoint, others: dict[str, Row]) -> Row:
    name, package = point.name, point.value
    if not name.isidentifier() or name.startswith("_"):
        message = "the name has to be letters, digits and _"
        raise _UnfitError(message)
    if name in others or outside.is_ours(name):
        message = "another slice has the name"
        raise _UnfitError(message)
    if not all(part.isidentifier() for part in package.split(".")):
        message = f"it has to name a package, not {package}"
        raise _UnfitError(message)
    row = {"name": name, "package": package, "site": site, "origin": origin}
    return {**row, "crude": _crude(outside.Outside({**row, "crude": {}}).folder)}


def _crude(folder: str) -> dict[str, list[str]]:
    """Return the crude test, read as text: `triggers.py` holds constants alone."""
    for file in ("plugin.py", "triggers.py"):
        if not Path(folder, file).is_file():
            message = f"{folder}/{file} is missing"
            raise _UnfitError(message)
    raw = read_file(f"{folder}/triggers.py", CONFIG_MAX_BYTES) or b""
    try:
        given = _constant(raw.decode(), "CRUDE")
        Crude(**given)
        return {key: list(texts) for key, texts in given.items()}
    except (SyntaxError, ValueError, TypeError) as error:
        message = f"{folder}/triggers.py has no constant CRUDE that can be used: {error}"
        raise _UnfitError(message) from error


def _constant(text: str, name: str) -> dict[str, Any]:
    for node in ast.parse(text).body:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            return dict(ast.literal_eval(node.value))
    message = "it is not assigned there"
    raise ValueError(message)


def _origin(distribution: Distribution) -> str:
    """Return name and version, as far as a distribution that is not whole tells them."""
    found = distribution.metadata
    told = [found[key] for key in ("Name", "Version") if key in found]
    return " ".join(told) or "a distribution without a name"


def _plain(one: outside.Outside) -> Row:
    return {
        "name": one.name,
        "package": one.package,
        "site": one.site,
        "origin": one.origin,
        "crude": one.crude,
    }
