"""Modules out of a bundle: a file of code, each piece good as long as its source is as it was."""

# It stands alone: the hook entry runs this module's own code out of a bundle, before any import.

import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import ExtensionFileLoader, SourceFileLoader
from _imp import source_hash
from marshal import loads

if sys.platform == "win32":
    import nt as system
else:
    import posix as system

HEAD_BYTES, SUM_BYTES = 16, 8  # the body's sum and its length, in front of it
_KIND_AND_WRITERS, _PLAIN = 0o170022, 0o100000  # `S_IFMT` and the others' writes; `S_IFREG`

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import CodeType, ModuleType
    from typing import Any

    Stamp = tuple[int, int, int]

    Origin = tuple[str, bool, str, Stamp]
    """A module's source file, whether it is a package, its `.pyc`, and the source's stamp."""

    Place = tuple[int, int, bytes]
    """Where marshalled code begins in the bundle's last part, its bytes, and their sum."""

    Front = tuple[
        str,
        tuple[tuple[str, Origin, CodeType], ...],
        Mapping[str, tuple[Origin, Place]],
    ]
    """The plugin's root, the modules that each call needs in the order in which they are complete,
    and those that only some calls need."""


def install(front: "Front", root: str, file: str, start: int) -> bool:
    """Load the modules that each call needs, and let the others be found; or do nothing at all.

    Nothing is done where the bundle is for another root, or a file changed that each call needs.
    `file` is the bundle's path, and `start` is where in it the code for some calls begins.
    """
    made_for, modules, others = front
    origins = (others[__name__][0], *(origin for _, origin, _ in modules))
    if made_for != root or not all(stamp(origin[0]) == origin[3] for origin in origins):
        return False
    for name, origin, code in modules:
        if name not in sys.modules:
            load(name, origin, code)
    sys.meta_path.insert(0, Finder(file, start, others))
    return True


def stamp(path: str) -> "Stamp | None":
    """Return modification time in nanoseconds, size and inode, or None where it cannot be seen."""
    try:
        found = system.stat(path)
    except (OSError, ValueError):
        return None
    return (found.st_mtime_ns, found.st_size, found.st_ino)


def open_own(path: str) -> int:
    """Return a descriptor of a plain file of this user's that nobody else can write to.

    Raises `OSError` for any other. Windows keeps a person's folders closed by other means.
    """
    descriptor = system.open(path, system.O_RDONLY | getattr(system, "O_NONBLOCK", 0))
    about = system.fstat(descriptor)
    own = sys.platform == "win32" or about.st_uid == system.geteuid()
    if own and about.st_mode & _KIND_AND_WRITERS == _PLAIN:
        return descriptor
    system.close(descriptor)
    raise PermissionError(path)


def read_own(path: str, limit_bytes: int) -> bytes | None:
    """Return the bytes of a file that is this user's own, or None where there is none so long."""
    try:
        descriptor = open_own(path)
    except (OSError, ValueError):
        return None
    try:
        size = system.fstat(descriptor).st_size
        return None if size > limit_bytes else system.read(descriptor, size)
    except OSError:
        return None
    finally:
        system.close(descriptor)


def read_body(path: str) -> "tuple[Any, int]":
    """Return what a bundle's body holds, and where in the file the code behind it begins.

    Raises `OSError` where there is none of this user's own, and `ValueError` where it is damaged.
    """
    descriptor = open_own(path)
    try:
        size = system.fstat(descriptor).st_size
        head = system.read(descriptor, HEAD_BYTES)
        body = system.read(descriptor, min(int.from_bytes(head[SUM_BYTES:], "little"), size))
    finally:
        system.close(descriptor)
    if not body or summed(body) != head[:SUM_BYTES]:
        raise ValueError(path)
    return loads(body), HEAD_BYTES + len(body)  # noqa: S302  as trusted as a `.pyc`


class Finder:
    """Finds modules in a bundle, for `sys.meta_path`; what changed is left to the others there."""

    def __init__(
        self, file: str, start: int, modules: "Mapping[str, tuple[Origin, Place]]"
    ) -> None:
        self.modules = modules
        self._file = file
        self._start = start
        self._descriptor: int | None = None

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> "Any":
        """Return the spec of a module that is as it was when its code was kept, or None."""
        found = self.find(name)
        return None if found is None else _spec(name, *found)

    def has(self, name: str) -> bool:
        """Tell whether a module is kept, and its source is as it was."""
        found = self.modules.get(name)
        return found is not None and stamp(found[0][0]) == found[0][3]

    def find(self, name: str) -> "tuple[Origin, CodeType | None] | None":
        """Return where a module comes from and its code, or None where either is out of date.

        The code is None for a library file: that one is only where it was found.
        """
        return (self.modules[name][0], *code) if (code := self.code(name)) else None

    def code(self, name: str) -> "tuple[CodeType | None] | None":
        """Return the code of a module that is kept as it is now, alone in a tuple, or None."""
        data = self.data(*self.modules[name][1]) if self.has(name) else None
        return None if data is None else (loads(data),)  # noqa: S302  likewise

    def data(self, offset: int, size: int, total: bytes) -> bytes | None:
        """Return marshalled code from its place in the bundle, or None where it is not there."""
        try:
            if self._descriptor is None:
                self._descriptor = open_own(self._file)
            found = system.pread(self._descriptor, size, self._start + offset)
        except OSError:
            return None
        return found if summed(found) == total else None


def summed(data: bytes) -> bytes:
    """Return a sum of the bytes, another one under each version of the interpreter."""
    return source_hash(sys.hexversion, data)


class _Loader(SourceFileLoader):
    """A module's ordinary loader, but that its code is there already."""

    def __init__(self, name: str, file: str, code: "CodeType") -> None:
        super().__init__(name, file)
        self._code = code

    def get_code(self, _name: str) -> "CodeType":
        return self._code


def _spec(name: str, origin: "Origin", code: "CodeType | None") -> ModuleSpec:
    file, is_package, cached, _ = origin
    if code is None:
        return ModuleSpec(name, ExtensionFileLoader(name, file), origin=file)
    spec = ModuleSpec(name, _Loader(name, file, code), origin=file, is_package=is_package)
    spec.has_location = True
    spec.cached = cached
    if is_package:
        spec.submodule_search_locations = [file.rpartition("/")[0]]
    return spec


def load(name: str, origin: "Origin", code: "CodeType") -> "ModuleType":
    """Do what an import does once it has found the module, and return that."""
    module = sys.modules[name] = type(sys)(name)
    fill(name, module, origin, code)
    return placed(name, sys.modules[name])


def placed(name: str, module: "ModuleType") -> "ModuleType":
    """Put a module under its name and into the package above, and return it."""
    sys.modules[name] = module
    above, _, own = name.rpartition(".")
    if above:
        setattr(sys.modules[above], own, module)
    return module


def fill(name: str, module: "ModuleType", origin: "Origin", code: "CodeType") -> None:
    """Run a module's code in it."""
    about = vars(module)
    spec = _spec(name, origin, code)
    about["__spec__"], about["__loader__"], about["__package__"] = spec, spec.loader, spec.parent
    about["__file__"], about["__cached__"] = origin[0], origin[2]
    if origin[1]:
        about["__path__"] = spec.submodule_search_locations
    try:
        exec(code, about)  # noqa: S102  as the module's import does
    except BaseException:
        sys.modules.pop(name, None)
        raise
