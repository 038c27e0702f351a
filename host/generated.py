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


class Kept:
    """The kept code by a hash of its source; `missed` tells whether some had to be compiled."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.code = _load(file)
        self.missed = False

    def compile(self, script: str, filename: str, mode: str) -> CodeType:
        """Return the code of the script, as the builtin `compile` does."""
        key = _sum(f"{filename}\0{mode}\0{script}".encode("utf-8", "surrogatepass"))
        found = self.code.get(key)
        if isinstance(found, CodeType):
            return found
        made: CodeType = compile(script, filename, mode)
        self.code[key] = made
        self.missed = True
        return made

    def save(self) -> None:
        """Keep what was compiled for the next process, if anything was."""
        if not self.missed or len(self.code) > GENERATED_CODE_MAX:
            return
        body = marshal.dumps(self.code)
        with contextlib.suppress(OSError):  # then the next call compiles for itself too
            write_file(self.file, _sum(body) + body)
        self.missed = False


def use(make: Callable[[str], Kept] = Kept) -> Kept:
    """Let attrs take its code from the file from now on; to be called before its first class."""
    from attr import _make

    kept = make(file_in(state_folder()))
    # attrs has no public seam for this. The name shadows the builtin in that one module; a version
    # of attrs that compiles elsewhere does not look it up, and only the gain is lost.
    vars(_make)["compile"] = kept.compile
    return kept


def file_in(folder: str) -> str:
    """Return the path of the file for this interpreter."""
    version = f"{sys.implementation.cache_tag}-{sys.hexversion:x}"
    return f"{folder}/generated-{version}.bin"


def _load(file: str) -> dict[bytes, Any]:
    raw = read_file(file, GENERATED_FILE_MAX_BYTES) or b""
    body = raw[_SUM_BYTES:]
    if not body or _sum(body) != raw[:_SUM_BYTES]:
        return {}
    found = marshal.loads(body)  # noqa: S302  as trusted as the `.pyc` files beside the code
    return found if isinstance(found, dict) else {}


def _sum(data: bytes) -> bytes:
    return _imp.source_hash(0, data)
