"""The bundle of what calls load beyond the front: the library's modules, the packages', our own."""

# It grows by what a call found elsewhere, and loses what changed.

import _frozen_importlib
import _thread
import marshal
import sys
from _frozen_importlib_external import SourceFileLoader

from host.bare import complain, write_file
from host.bundle import Finder, load, read_body, stamp, summed
from host.limits import BUNDLE_MODULES_MAX
from host.paths import ROOT, state_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from host.bundle import Origin

_PREFIX, _KIND = "whole-", "whole"


class Whole:
    """The bundle that this process finds modules in."""

    def __init__(self, site: str) -> None:
        made_for = f"{sys.version} {sys.executable} {ROOT} {site}"
        mark = summed(made_for.encode("utf-8", "surrogateescape")).hex()
        self.file = f"{state_folder()}/{_PREFIX}{mark}"
        self._folders = tuple(f"{folder}/" for folder in sys.path)
        self._before = frozenset(sys.modules)
        self._finder = Finder(self.file, 0, {})

    def use(self) -> "Whole":
        """Find modules in the bundle from now on, if there is a sound one."""
        try:
            (kind, places), start = read_body(self.file)
        except (OSError, ValueError, TypeError):
            return self
        if kind != _KIND:  # another bundle under this name
            return self
        self._finder = Finder(self.file, start, places)
        sys.meta_path.insert(0, self._finder)
        if "_find_and_load" in vars(_frozen_importlib):
            _shorten_imports(self._finder)
        return self

    def save(self) -> None:
        """Write the bundle anew if modules were found elsewhere; never raises."""
        try:
            if missing := dict(self._missing()):
                self._write(missing)
        except (OSError, SyntaxError, ValueError) as error:
            complain(f"the modules are not bundled: {error}")

    def _missing(self) -> "Iterator[tuple[str, Origin]]":
        from host.bundle_file import origin_of

        for name in sys.modules.keys() - self._before:
            spec = getattr(sys.modules[name], "__spec__", None)
            if spec is None or type(spec.loader) is not SourceFileLoader or spec.name != name:
                continue
            if spec.origin.startswith(self._folders):
                is_package = spec.submodule_search_locations is not None
                yield name, origin_of(spec.origin, is_package=is_package)

    def _write(self, missing: "dict[str, Origin]") -> None:
        from host.bundle_file import code_of, drop_the_oldest, headed, laid_out

        pieces = dict(self._kept())
        pieces |= {
            name: (origin, marshal.dumps(code_of(name, origin))) for name, origin in missing.items()
        }
        places, row = laid_out(pieces)
        write_file(self.file, headed((_KIND, places)) + row)
        drop_the_oldest(_PREFIX)

    def _kept(self) -> "Iterator[tuple[str, tuple[Origin, bytes]]]":
        """Yield what is in the bundle and as it was; past its bound, only what is in use."""
        modules = self._finder.modules
        for name, (origin, place) in modules.items():
            wanted = name in sys.modules or len(modules) < BUNDLE_MODULES_MAX
            if wanted and stamp(origin[0]) == origin[3] and (data := self._finder.data(*place)):
                yield name, (origin, data)


def _shorten_imports(finder: Finder) -> None:
    """Let an import of a module that is in the bundle go past the machinery.

    The machinery locks each module, looks its parts up and asks for them again: that takes longer
    than most modules do. `import` looks the name up that is replaced here; a version that does not
    finds modules by the finder all the same, and only the gain is lost.
    """
    names = vars(_frozen_importlib)
    whole = names["_find_and_load"]

    def find_and_load(name: str, ask: "Any") -> "Any":
        found = finder.find(name) if name in finder.modules and _is_simple(name) else None
        if found is None or found[1] is None:
            return whole(name, ask)
        return load(name, found[0], found[1])

    names["_find_and_load"] = find_and_load


def _is_simple(name: str) -> bool:
    """Tell whether the module alone is to be loaded, and no other thread can be at it."""
    above = name.rpartition(".")[0]
    ready = name not in sys.modules and (not above or above in sys.modules)
    return ready and not _thread._count()  # noqa: SLF001  `threading` would have to be loaded
