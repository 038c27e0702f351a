"""What a resident has loaded before it answers, and whether that is still the code on disk."""

from __future__ import annotations

import codecs
import importlib
import os
import sys
from typing import TYPE_CHECKING

from host import extras, last_resort, outside
from host.paths import ROOT
from host.stopped import Stopped
from host.watches import stamp

if TYPE_CHECKING:
    from collections.abc import Iterator

    Stamps = dict[str, tuple[int, int, int] | None]

_LATE = ("host.warm.ready", "sqlite3", "json", "resource", "difflib", "hashlib")
"""What the standard library is asked for inside functions on the way of a call."""
_CODECS = ("ascii", "latin-1", "unicode_escape", "utf-8-sig")
"""What texts are coded with on that way: the first use of each loads its module."""
_NOT_FOR_CALLS = {"cli", "warm", "setup", "__main__"}
_OF_COMMANDS = {
    "audit",
    "bundle",
    "bundle_file",
    "bundle_whole",
    "discovery",
    "doctor",
    "documents",
}
_OF_COMMANDS |= {"dry", "newdistribution", "newslice", "receipts", "schema", "screen", "shipped"}
"""Modules of the host that only its commands use: what is not loaded need not be looked at."""


def everything(site: str) -> None:
    """Import the host's modules and those of all slices that are on, as far as they can be."""
    if site not in sys.path:
        sys.path.append(site)
    from host.generated import use

    kept = use()
    slices = [name for name in last_resort.enabled() if extras.use(name)]
    ours = list(_modules("host", f"{ROOT}/host", _NOT_FOR_CALLS | _OF_COMMANDS))
    ours += [module for name in slices for module in _of_slice(name)]
    ours += sorted({module for name in slices for module in extras.modules(name)})
    for name in (*_LATE, *ours):
        _load(name)
    for name in _CODECS:
        codecs.lookup(name)
    from host.registry import foresee

    foresee(last_resort.enabled())
    kept.save()


def _load(name: str) -> None:
    """Import a module; what cannot be is met again by the call that needs it, which says so."""
    try:
        importlib.import_module(name)
    except Stopped:
        raise
    except BaseException:  # noqa: BLE001  whatever an import does, the others are still loaded
        return


def stamps(site: str) -> Stamps:
    """Return the state of every loaded file of the host, the slices and the packages.

    The folders they lie in are among them: a file that came or went is a change too.
    """
    files = [getattr(module, "__file__", None) or "" for module in list(sys.modules.values())]
    others = outside.found().values()
    packages = [path for path in sys.path if path.endswith("site-packages")]
    places = tuple(f"{one}/" for one in (ROOT, site, *packages, *(one.site for one in others)))
    ours = {file for file in files if file.startswith(places)}
    folders = {os.path.dirname(file) for file in ours}  # noqa: PTH120  plain texts, as in `stamp`
    return {path: stamp(path) for path in sorted({*ours, *folders, outside.kept_file()})}


def sources() -> Stamps:
    """Return the state of each source file of the host and the slices, loaded or not.

    To be taken before they are loaded: a stamp from afterwards tells of a file that another text
    was loaded from.
    """
    tops = (f"{ROOT}/host", f"{ROOT}/slices", *(one.folder for one in outside.found().values()))
    names = (f"{at}/{file}" for top in tops for at, _, files in os.walk(top) for file in files)
    return {path: stamp(path) for path in names if path.endswith(".py")}


def is_torn(before: Stamps, taken: Stamps) -> bool:
    """Tell whether a file that was loaded meanwhile changed after `before` was taken."""
    return any(path in before and before[path] != then for path, then in taken.items())


def is_stale(taken: Stamps) -> bool:
    """Tell whether a file or a folder changed since its stamp was taken."""
    return any(stamp(path) != then for path, then in taken.items())


def parts(taken: Stamps) -> dict[str, Stamps]:
    """Return the stamps of each slice's own files by its name, and all others under ""."""
    folders = {outside.folder_of(name): name for name in last_resort.names()}
    found: dict[str, Stamps] = {"": {}}
    for path, then in taken.items():
        own = next((name for at, name in folders.items() if f"{path}/".startswith(f"{at}/")), "")
        found.setdefault(own, {})[path] = then
    return found


def _of_slice(name: str) -> Iterator[str]:
    return _modules(outside.package_of(name), outside.folder_of(name), _NOT_FOR_CALLS)


def _modules(package: str, top: str, without: set[str]) -> Iterator[str]:
    for folder, inner, files in os.walk(top):
        inner[:] = sorted(set(inner) - without)
        dots = f"{package}{folder[len(top) :].replace('/', '.')}"
        names = sorted(file[:-3] for file in files if file.endswith(".py"))
        yield from (f"{dots}.{name}" for name in names if name not in without)
