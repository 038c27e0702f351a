"""The code of classes and patterns, kept so that a cold call need not compile it again."""

# Compiling both is a third of what the whole stack costs. The file is as private as the state, and
# holds what a `.pyc` would: it is read only under the version that wrote it and with a sound sum.

from __future__ import annotations

import _imp
import builtins
import collections
import contextlib
import marshal
import re
import sys
import typing
from types import CodeType
from typing import TYPE_CHECKING, Any

from host.bare import write_file
from host.bundle import read_own
from host.classes.kept import decorator
from host.limits import GENERATED_CODE_MAX, GENERATED_FILE_MAX_BYTES
from host.paths import state_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_SUM_BYTES = 8
_PARTS = 2
_PATTERN = "re"
_ASKER = 3  # frames up: `re`'s own two, and whoever asks
_compile = builtins.compile
_compiler: Any = vars(re)["_compiler"]
_sre: Any = vars(_compiler)["_sre"]
_compile_pattern = _compiler.compile
_SALTED = "hash((\n"


class Kept:
    """The kept code by a hash of its source; `missed` tells whether some had to be compiled.

    What each process of one kind used lies together, so that texts in it are made once; the rest is
    marshalled piece by piece.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self._together, self._alone = _load(file)
        self._used: dict[bytes, Any] = {}
        self._added: list[bytes] = []

    def __len__(self) -> int:
        return len(self._together | self._alone | self._used)

    @property
    def missed(self) -> bool:
        """Whether something was added that the next process need not make."""
        return bool(self._added)

    def compile(self, script: Any, filename: str, mode: str, **options: Any) -> Any:
        """Return the code of the script, as the builtin `compile` does."""
        if options or not isinstance(script, str):
            return _compile(script, filename, mode, **options)
        source = f"{filename}\0{mode}\0{_without_salt(script)}"
        return self._get(source, CodeType, lambda: _compile(script, filename, mode))

    def evaluate(self, text: Any, names: dict[str, Any]) -> Any:
        """Return the value of an expression, as the builtin `eval` does."""
        code = self.compile(text, "<string>", "eval") if type(text) is str else text
        return eval(code, names)  # noqa: S307  what `collections` would evaluate itself

    def pattern(self, text: Any, flags: int = 0) -> Any:
        """Return the compiled pattern, as `re._compiler.compile` does.

        Only what stands in the code is kept: what is put together in a call has no end.
        """
        asker = sys._getframe(_ASKER).f_code  # noqa: SLF001  there is no public way to ask
        if type(text) is not str or flags & re.DEBUG or not _stands_in(asker, text):
            return _compile_pattern(text, flags)
        source = f"{_PATTERN}\0{int(flags)}\0{text}"
        parts = self._get(source, tuple, lambda: _parts_of_pattern(text, flags))
        return _sre.compile(text, *parts)

    def _get(self, source: str, kind: type, make: Callable[[], Any]) -> Any:
        found = self.find(source, kind)
        if found is None:
            found = make()
            self.add(source, found)
        return found

    def find(self, source: str, kind: type) -> Any:
        """Return what is kept for a source, or None where that is not of the kind."""
        key = _key(source)
        found = self._used.get(key, self._together.get(key))
        if found is None and isinstance(data := self._alone.get(key), bytes):
            found = marshal.loads(data)  # noqa: S302  as trusted as the `.pyc` files beside the code
        if not isinstance(found, kind):
            return None
        self._used[key] = found
        return found

    def add(self, source: str, value: Any) -> None:
        """Keep a value for a source."""
        key = _key(source)
        self._used[key] = value
        self._added.append(key)

    def added(self) -> int:
        """Return how much was added, for `forget`."""
        return len(self._added)

    def forget(self, since: int) -> None:
        """Keep nothing of what was added since `added` was that: nobody asks for it again."""
        for key in self._added[since:]:
            self._used.pop(key, None)
        del self._added[since:]

    def save(self, *, counts: bool = False) -> None:
        """Keep what was made for the next process, if there is anything new to keep.

        `counts` says that what this process used is what such a process uses: it lies together.
        """
        together = self._shared() if counts else self._together
        if not self._added and together.keys() == self._together.keys():
            return
        others = (self._together | self._used).items()
        alone = self._alone | {key: marshal.dumps(value) for key, value in others}
        alone = {key: data for key, data in alone.items() if key not in together}
        if len(together) + len(alone) > GENERATED_CODE_MAX:
            alone = {key: data for key, data in alone.items() if key in self._used}
        body = marshal.dumps((together, alone))
        with contextlib.suppress(OSError):  # then the next call compiles for itself too
            write_file(self.file, _sum(body) + body)
        self._together, self._alone, self._added = together, alone, []

    def _shared(self) -> dict[bytes, Any]:
        """Return what each process that counts used, this one too.

        The first of them is one that found something kept: without, far more is used.
        """
        if not self._together:
            return dict(self._used) if self._alone else {}
        keys = self._together.keys() | self._added
        return {key: value for key, value in self._used.items() if key in keys}


class _Recorder:
    """Stands for `_sre` while one pattern is compiled, and notes what it is made of."""

    def __init__(self) -> None:
        self.parts: tuple[Any, ...] = ()

    def __getattr__(self, name: str) -> Any:
        return getattr(_sre, name)

    def compile(self, text: str, flags: int, code: list[int], *parts: Any) -> Any:
        self.parts = (int(flags), [int(one) for one in code], *parts)
        return _sre.compile(text, flags, code, *parts)


def use(make: Callable[[str], Kept] = Kept) -> Kept:
    """Let attrs, `re` and named tuples take code from the file; to be called before attrs is used.

    None has a public seam for this. A version that compiles elsewhere does not look the names
    up that are replaced here, and only the gain is lost.
    """
    if (before := in_use()) is not None:
        return before
    kept = make(file_in(state_folder()))
    vars(_compiler)["compile"] = kept.pattern
    vars(collections)["eval"] = kept.evaluate  # each named tuple has an expression of its own
    with _replaced(vars(builtins), "compile", kept.compile):  # attrs makes classes as it loads
        from attr import _make, _next_gen
    vars(_make)["compile"] = vars(typing)["compile"] = kept.compile
    vars(_make)["attrs"] = vars(_next_gen)["attrs"] = decorator(kept, vars(_make))
    return kept


def in_use() -> Kept | None:
    """Return what this process takes code from, if it does."""
    found = getattr(vars(_compiler).get("compile"), "__self__", None)
    return found if isinstance(found, Kept) else None


@contextlib.contextmanager
def _replaced(names: dict[str, Any], name: str, value: Any) -> Iterator[None]:
    before = names[name]
    names[name] = value
    try:
        yield
    finally:
        names[name] = before


def _stands_in(code: CodeType, text: str) -> bool:
    return code.co_name == "<module>" or text in code.co_consts


def _parts_of_pattern(text: str, flags: int) -> tuple[Any, ...]:
    recorder = _Recorder()
    with _replaced(vars(_compiler), "_sre", recorder):
        _compile_pattern(text, flags)
    return recorder.parts


def file_in(folder: str) -> str:
    """Return the path of the file for this interpreter."""
    version = f"{sys.implementation.cache_tag}-{sys.hexversion:x}"
    return f"{folder}/generated-{version}.bin"


def _without_salt(script: str) -> str:
    """Return the script without the number that attrs mixes into a class's hash.

    It is another one in each process, and any one does: it only tells classes apart.
    """
    before, mark, rest = script.partition(_SALTED)
    if not mark:
        return script
    salt, _, after = rest.partition(",")
    return f"{before}{mark}{after}" if salt.strip().lstrip("-").isdecimal() else script


def _load(file: str) -> tuple[dict[bytes, Any], dict[bytes, Any]]:
    raw = read_own(file, GENERATED_FILE_MAX_BYTES) or b""
    body = raw[_SUM_BYTES:]
    if not body or _sum(body) != raw[:_SUM_BYTES]:
        return {}, {}
    found = marshal.loads(body)  # noqa: S302  as trusted as the `.pyc` files beside the code
    parts = found if isinstance(found, tuple) else ()
    is_sound = len(parts) == _PARTS and all(isinstance(part, dict) for part in parts)
    return parts if is_sound else ({}, {})


def _key(source: str) -> bytes:
    return _sum(source.encode("utf-8", "surrogatepass"))


def _sum(data: bytes) -> bytes:
    return _imp.source_hash(0, data)
