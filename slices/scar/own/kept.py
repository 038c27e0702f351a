"""Keeps what was read of each file, so that a scar is read and tried again once it changed."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

from host import watches
from host.errors import Problem, StateError
from host.paths import ROOT
from slices.scar.limits import RACY_MILLISECONDS
from slices.scar.own.read import File, Read, files, read

if TYPE_CHECKING:
    from host.hook import Store
    from slices.scar.own.places import Place

_FORMAT = 2
_CODE = ("slices/scar", "slices/scar/own", "slices/scar/heredoc", "host/shell")
"""Folders whose change may change what a scar means, and whether its cases hold."""


def load(place: Place, store: Store, shipped: tuple[str, ...]) -> tuple[Read, ...]:
    """Return the scars of a place, each as it is kept, or read now and kept for the next call."""
    found, problems = files(place)
    mark = _code()
    kept = _kept(place, store, mark) if found else {}
    reads = [_fresh(one, kept) or _again(one, store, mark, shipped) for one in found]
    wrong = tuple(Read(File(place, "", None), None, (problem,)) for problem in problems)
    return (*wrong, *reads)


def is_racy(stamps: list[watches.Stamp | None]) -> bool:
    """Tell whether a file changed so lately that another change could hide behind its time."""
    latest = time.time_ns() - RACY_MILLISECONDS * 1_000_000
    return any(stamp is not None and stamp[0] > latest for stamp in stamps)


def _fresh(file: File, kept: dict[str, dict[str, Any]]) -> Read | None:
    found = kept.get(file.path)
    if found is None or file.stamp is None or found["stamp"] != list(file.stamp):
        return None
    return Read(file, found["raw"], tuple(Problem(*one) for one in found["problems"]))


def _again(file: File, store: Store, mark: str, shipped: tuple[str, ...]) -> Read:
    done = read(file, shipped)
    if file.stamp is not None and file.stamp != watches.UNKNOWN and not is_racy([file.stamp]):
        problems = [(p.file, p.at, p.expected, p.got, p.near) for p in done.problems]
        value = {"file": file.path, "code": mark, "stamp": file.stamp}
        _put(store, _key(file.place, file.name), {**value, "raw": done.raw, "problems": problems})
    return done


def _put(store: Store, key: str, value: dict[str, Any]) -> None:
    """Keep it if that can be done: a call without it reads the file again."""
    try:
        store.put(key, json.dumps(value, ensure_ascii=False))
    except (StateError, ValueError):
        return


def _kept(place: Place, store: Store, mark: str) -> dict[str, dict[str, Any]]:
    try:
        values = [json.loads(value) for value in store.list(_key(place, ""))]
    except (StateError, ValueError):
        return {}
    return {one["file"]: one for one in values if one["code"] == mark}


def _key(place: Place, name: str) -> str:
    return f"own:{place.path}/{name}"


def _code() -> str:
    stamps = [watches.stamp(f"{ROOT}/{folder}") for folder in _CODE]
    return f"{_FORMAT} {stamps}"
