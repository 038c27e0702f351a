"""The bundle of what calls load beyond the front: the library's modules, the packages', our own."""

# It grows by what a call found elsewhere, and loses what changed. What each shell call loads up to
# its answer lies together as one piece: texts that the modules share are made once then.

import _frozen_importlib
import _thread
import marshal
import sys
from _frozen_importlib_external import ExtensionFileLoader, PathFinder, SourceFileLoader

from host.bare import complain, write_file
from host.bundle import Finder, fill, load, placed, read_body, summed
from host.later import LATER, Later
from host.limits import BUNDLE_MODULES_MAX
from host.paths import ROOT, state_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from importlib.machinery import ModuleSpec
    from types import CodeType, ModuleType
    from typing import Any

    from host.bundle import Origin, Place

    Places = Mapping[str, tuple[Origin, Place]]

    Shared = tuple[frozenset[str], Place]
    """The modules that lie in one piece, and where that is."""

_PREFIX, _KIND = "whole-", "whole"
_NOTHING_SHARED: "Shared" = (frozenset(), (0, 0, b""))


class _Finder(Finder):
    """Finds modules in the bundle, those that each call loads in one piece."""

    def __init__(self, file: str, start: int, places: "Places", shared: "Shared") -> None:
        super().__init__(file, start, places)
        self.shared, self._place = shared
        self._codes: dict[str, CodeType] | None = None

    def code(self, name: str) -> "tuple[CodeType | None] | None":
        if name not in self.shared:
            return super().code(name)
        if self._codes is None:
            data = self.data(*self._place)
            self._codes = {} if data is None else marshal.loads(data)  # noqa: S302  likewise
        return (self._codes[name],) if name in self._codes and self.has(name) else None


class Whole:
    """The bundle that this process finds modules in."""

    def __init__(self, site: str) -> None:
        made_for = f"{sys.version} {sys.executable} {ROOT} {site}"
        mark = summed(made_for.encode("utf-8", "surrogateescape")).hex()
        self.file = f"{state_folder()}/{_PREFIX}{mark}"
        self._folders = tuple(f"{folder}/" for folder in sys.path)
        self._before = frozenset(sys.modules)
        self._finder = _Finder(self.file, 0, {}, _NOTHING_SHARED)
        self._needed: frozenset[str] | None = None

    def use(self) -> "Whole":
        """Find modules in the bundle from now on, if there is a sound one."""
        try:
            (kind, places, shared), start = read_body(self.file)
        except (OSError, ValueError, TypeError):
            return self
        if kind != _KIND:  # another bundle under this name
            return self
        self._finder = _Finder(self.file, start, places, shared)
        sys.meta_path.insert(0, self._finder)
        if "_find_and_load" in vars(_frozen_importlib):
            _shorten_imports(self._finder)
        return self

    def answered(self) -> None:
        """Note that the answer is there: what is loaded from now on is not needed for it.

        To be called where the call counts for what lies together.
        """
        self._needed = frozenset(n for n, one in sys.modules.items() if type(one) is not Later)

    def save(self) -> None:
        """Write the bundle anew if modules were found elsewhere; never raises."""
        try:
            missing = dict(self._missing())
            if (
                missing
                or self._finder.shared != self._shared(missing) & self._finder.modules.keys()
            ):
                self._write(missing)
        except (OSError, SyntaxError, ValueError) as error:
            complain(f"the modules are not bundled: {error}")

    def _missing(self) -> "Iterator[tuple[str, Origin]]":
        from host.bundle_file import origin_of

        for name in sys.modules.keys() - self._before:
            spec = getattr(sys.modules[name], "__spec__", None)
            if spec is None or not self._is_elsewhere(name, spec):
                continue
            if spec.origin.startswith(self._folders):
                is_package = spec.submodule_search_locations is not None
                yield name, origin_of(spec.origin, is_package=is_package)

    def _is_elsewhere(self, name: str, spec: "ModuleSpec") -> bool:
        """Tell whether a module was not found in the bundle, but in a file that could be in it."""
        kind = type(spec.loader)
        if kind is ExtensionFileLoader:
            return not self._finder.has(name)
        return kind is SourceFileLoader and spec.name == name

    def _shared(self, missing: "dict[str, Origin]") -> frozenset[str]:
        """Return what each call that counts needed for its answer, this one too.

        The first of them is one that had a bundle: without, far more is loaded.
        """
        before, needed = self._finder.shared, self._needed
        if needed is None:
            return before
        if not before:
            return needed if self._finder.modules else before
        return (before | missing.keys()) & needed

    def _write(self, missing: "dict[str, Origin]") -> None:
        from host.bundle_file import code_of, drop_the_oldest, headed, laid_out

        pieces = dict(self._kept())
        for name, origin in missing.items():
            is_library = not origin[0].endswith(".py")
            pieces[name] = (origin, None if is_library else code_of(name, origin))
        shared = self._shared(missing) & pieces.keys()
        alone = {
            n: (at, marshal.dumps(code)) for n, (at, code) in pieces.items() if n not in shared
        }
        together = marshal.dumps({name: pieces[name][1] for name in shared})
        places, row = laid_out(alone)
        place = (len(row), len(together), summed(together))
        places |= {name: (pieces[name][0], place) for name in shared}
        write_file(self.file, headed((_KIND, places, (shared, place))) + row + together)
        drop_the_oldest(_PREFIX)

    def _kept(self) -> "Iterator[tuple[str, tuple[Origin, CodeType | None]]]":
        """Yield what is in the bundle and as it was; past its bound, only what is in use."""
        modules = self._finder.modules
        for name in modules:
            wanted = name in sys.modules or len(modules) < BUNDLE_MODULES_MAX
            if wanted and (found := self._finder.find(name)):
                yield name, found


def _shorten_imports(finder: Finder) -> None:
    """Let an import of a module that is in the bundle go past the machinery.

    The machinery locks each module, looks its parts up and asks for them again: that takes longer
    than most modules do. `import` looks the name up that is replaced here; a version that does not
    finds modules by the finder all the same, and only the gain is lost.
    """
    names = vars(_frozen_importlib)
    whole = names["_find_and_load"]

    def find_and_load(name: str, ask: "Any") -> "Any":
        if name not in finder.modules or not _is_simple(name):
            return whole(name, ask)
        if name in LATER and finder.has(name):
            return placed(name, Later(name, lambda module: _fill(name, module, finder)))
        found = finder.find(name)
        if found is None or found[1] is None:
            return whole(name, ask)
        return load(name, found[0], found[1])

    names["_find_and_load"] = find_and_load


def _fill(name: str, module: "ModuleType", finder: Finder) -> None:
    found = finder.find(name)
    if found is not None and found[1] is not None:
        fill(name, module, found[0], found[1])
        return
    spec = PathFinder.find_spec(name, _path_above(name))
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(name, name=name)
    if isinstance(spec.loader, ExtensionFileLoader):
        made = spec.loader.create_module(spec)
        spec.loader.exec_module(made)
        vars(module).update(vars(made))
        return
    module.__spec__, module.__loader__ = spec, spec.loader
    spec.loader.exec_module(module)


def _path_above(name: str) -> "Any":
    above = name.rpartition(".")[0]
    return getattr(sys.modules[above], "__path__") if above else None  # noqa: B009


def _is_simple(name: str) -> bool:
    """Tell whether the module alone is to be loaded, and no other thread can be at it."""
    above = name.rpartition(".")[0]
    ready = name not in sys.modules and (not above or above in sys.modules)
    return ready and not _thread._count()  # noqa: SLF001  `threading` would have to be loaded
