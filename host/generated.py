"""The code that attrs generates for classes, kept so that a cold call need not compile it again.

Compiling it is a quarter of what the whole stack costs. The file is as private as the state, and
holds what a `.pyc` would: it is read only under the version that wrote it and with a sound sum.
"""

from __future__ import annotations

import _imp
import contextlib
import marshal
import sys
from types import CodeType
from typing import TYPE_CHECKING, Any

from host.bare import read_file, write_file
from host.limits import GENERATED_CODE_MAX, GENERATED_FILE_MAX_BYTES
from host.paths import state_folder

if TYPE_CHECKING:
    from collections.abc import Callable

_SUM_BYTES = 8
_SALTED = "hash((\n"


class Kept:
    """The kept code by a hash of its source; `missed` tells whether some had to be compiled."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.code = _load(file)
        self._used: dict[bytes, CodeType] = {}
        self.missed = False

    def compile(self, script: str, filename: str, mode: str) -> CodeType:
        """Return the code of the script, as the builtin `compile` does."""
        source = f"{filename}\0{mode}\0{_without_salt(script)}"
        key = _sum(source.encode("utf-8", "surrogatepass"))
        found = self.code.get(key)
        if not isinstance(found, CodeType):
            found = compile(script, filename, mode)
            self.missed = True
        self.code[key] = self._used[key] = found
        return found

    def save(self) -> None:
        """Keep what was compiled for the next process, if anything was."""
        if not self.missed:
            return
        body = marshal.dumps(self.code if len(self.code) <= GENERATED_CODE_MAX else self._used)
        with contextlib.suppress(OSError):  # then the next call compiles for itself too
            write_file(self.file, _sum(body) + body)
        self.missed = False


def use(make: Callable[[str], Kept] = Kept) -> Kept:
    """Let attrs take its code from the file from now on; to be called before its first class."""
    from attr import _make

    in_use = getattr(vars(_make).get("compile"), "__self__", None)
    if isinstance(in_use, Kept):
        return in_use
    kept = make(file_in(state_folder()))
    # attrs has no public seam for this. The name shadows the builtin in that one module; a version
    # of attrs that compiles elsewhere does not look it up, and only the gain is lost.
    vars(_make)["compile"] = kept.compile
    return kept


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


def _load(file: str) -> dict[bytes, Any]:
    raw = read_file(file, GENERATED_FILE_MAX_BYTES) or b""
    body = raw[_SUM_BYTES:]
    if not body or _sum(body) != raw[:_SUM_BYTES]:
        return {}
    found = marshal.loads(body)  # noqa: S302  as trusted as the `.pyc` files beside the code
    return found if isinstance(found, dict) else {}


def _sum(data: bytes) -> bytes:
    return _imp.source_hash(0, data)
