"""The calls of a Python body that write a file: one rule per form, and which path it writes."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from attrs import frozen

from slices.scar.heredoc.values import UNKNOWN, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    Arguments = tuple[Sequence[Value], Mapping[str, Value]]


@frozen
class Written:
    """A path that a body writes, perhaps with holes, and the form of the call."""

    form: str
    path: str


@frozen
class Called:
    """A call: its node, the dotted name of what is called, the method and its object, arguments."""

    node: ast.Call
    name: str
    method: str
    base: Value
    given: Sequence[Value]
    options: Mapping[str, Value]

    def argument(self, index: int, name: str) -> Value:
        """Return an argument by position or keyword."""
        if index < len(self.given):
            return self.given[index]
        return self.options.get(name, UNKNOWN)


def written_by(
    node: ast.Call, name: str, method: tuple[str, Value], arguments: Arguments
) -> Iterator[Written]:
    """Yield what the call writes."""
    call = Called(node, name, *method, *arguments)
    for form, rule in SINKS.items():
        for path in rule(call):
            yield Written(form, path)


_OPENERS = frozenset({"open", "io.open", "codecs.open", "builtins.open"})
_COPIERS = frozenset({"shutil.copy", "shutil.copy2", "shutil.copyfile", "shutil.move"})
_RENAMERS = frozenset({"os.rename", "os.replace", "os.renames"})
_IN_PLACE = frozenset({"fileinput.input", "fileinput.FileInput"})
_WRITING_FLAGS = frozenset({"O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND"})


def _writes(mode: Value) -> bool:
    return any(letter in text for text in mode.texts for letter in "wax+")


def _open(call: Called) -> Iterable[str]:
    if call.name in _OPENERS and _writes(call.argument(1, "mode")):
        return call.argument(0, "file").texts
    return ()


def _os_open(call: Called) -> Iterable[str]:
    if call.name != "os.open" or len(call.node.args) <= 1:
        return ()
    nodes = ast.walk(call.node.args[1])
    names = {getattr(node, "attr", getattr(node, "id", "")) for node in nodes}
    return call.argument(0, "path").texts if names & _WRITING_FLAGS else ()


def _path_open(call: Called) -> Iterable[str]:
    if call.method == "open" and _writes(call.argument(0, "mode")):
        return call.base.texts
    return ()


def _write_text(call: Called) -> Iterable[str]:
    return call.base.texts if call.method == "write_text" else ()


def _write_bytes(call: Called) -> Iterable[str]:
    return call.base.texts if call.method == "write_bytes" else ()


def _renamed(call: Called) -> Iterable[str]:
    return _destination(call) if call.name in _RENAMERS else ()


def _copied(call: Called) -> Iterable[str]:
    return _destination(call) if call.name in _COPIERS else ()


def _destination(call: Called) -> Iterable[str]:
    """Return the destination, or where it is certainly a folder, the file in it."""
    sources = call.argument(0, "src").texts
    for target in call.argument(1, "dst").texts:
        if target.endswith("/"):
            yield from (target + source.rpartition("/")[2] for source in sources)
        else:
            yield target


def _path_renamed(call: Called) -> Iterable[str]:
    """`Path.rename` and its like take one argument; `str.replace` takes two."""
    alone = len(call.given) + len(call.options) == 1
    if alone and call.method in {"rename", "replace"} and call.name not in _RENAMERS:
        return call.argument(0, "target").texts
    return ()


def _edited_in_place(call: Called) -> Iterable[str]:
    if call.name not in _IN_PLACE or "inplace" not in call.options:
        return ()
    files = call.argument(0, "files")
    return (*files.texts, *(text for one in files.elements or () for text in one.texts))


SINKS: dict[str, Callable[[Called], Iterable[str]]] = {
    "open": _open,
    "os.open": _os_open,
    "Path.open": _path_open,
    "Path.write_text": _write_text,
    "Path.write_bytes": _write_bytes,
    "os.rename": _renamed,
    "shutil.copy": _copied,
    "Path.rename": _path_renamed,
    "fileinput": _edited_in_place,
}
