"""What the standard library's functions and methods on paths give back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slices.scar.heredoc.values import (
    HOLE,
    UNKNOWN,
    Value,
    any_of,
    joined,
    replaced,
    sequence,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Function = Callable[[Sequence[Value], Mapping[str, Value]], Value]
    Method = Callable[[Value, Sequence[Value]], Value]


def _join(given: Sequence[Value], options: Mapping[str, Value]) -> Value:
    del options
    return joined(given)


def _first(given: Sequence[Value], options: Mapping[str, Value]) -> Value:
    del options
    return given[0] if given else UNKNOWN


def _here(given: Sequence[Value], options: Mapping[str, Value]) -> Value:
    del given, options
    return text(".")


def _matches(given: Sequence[Value], options: Mapping[str, Value]) -> Value:
    folder = options.get("root_dir", UNKNOWN)
    pattern = _first(given, options)
    return sequence([joined((folder, pattern)) if folder.texts else pattern])


def _folder(given: Sequence[Value], options: Mapping[str, Value]) -> Value:
    return Value(tuple(one.rpartition("/")[0] for one in _first(given, options).texts))


def _numbered(given: Sequence[Value], options: Mapping[str, Value]) -> Value:
    elements = _first(given, options).elements or ()
    return sequence([sequence((UNKNOWN, one)) for one in elements])


def _zipped(given: Sequence[Value], options: Mapping[str, Value]) -> Value:
    del options
    rows = zip(*(one.elements or (UNKNOWN,) for one in given), strict=False)
    return sequence([sequence(row) for row in rows])


def _next(given: Sequence[Value], options: Mapping[str, Value]) -> Value:
    elements = _first(given, options).elements
    return any_of(elements) if elements else UNKNOWN


FUNCTIONS: dict[str, Function] = {
    **dict.fromkeys(
        (
            "os.path.join",
            "pathlib.Path",
            "pathlib.PurePath",
            "pathlib.PosixPath",
            "pathlib.PurePosixPath",
            "pathlib.WindowsPath",
        ),
        _join,
    ),
    **dict.fromkeys(
        (
            "str",
            "os.fspath",
            "os.path.abspath",
            "os.path.realpath",
            "os.path.normpath",
            "os.path.expanduser",
            "os.path.expandvars",
            "list",
            "tuple",
            "set",
            "sorted",
            "reversed",
            "iter",
        ),
        _first,
    ),
    **dict.fromkeys(("pathlib.Path.cwd", "os.getcwd"), _here),
    **dict.fromkeys(("glob.glob", "glob.iglob"), _matches),
    "os.path.dirname": _folder,
    "enumerate": _numbered,
    "zip": _zipped,
    "next": _next,
}
"""By dotted name: from positional and keyword arguments to what is known of the result."""


def _same(base: Value, given: Sequence[Value]) -> Value:
    del given
    return base


def _joinpath(base: Value, given: Sequence[Value]) -> Value:
    return joined((base, *given))


def _glob(base: Value, given: Sequence[Value]) -> Value:
    return sequence([joined((base, *given[:1]))])


def _with_suffix(base: Value, given: Sequence[Value]) -> Value:
    stems = [_without_suffix(one) for one in base.texts] or [HOLE]
    endings = given[0].texts if given else ()
    return Value(stem + ending for stem in stems for ending in endings)


def _without_suffix(path: str) -> str:
    folder, slash, name = path.rpartition("/")
    return folder + slash + (name.rpartition(".")[0] or name)


def _with_name(base: Value, given: Sequence[Value]) -> Value:
    folders = [one.rpartition("/")[0] or "." for one in base.texts] or [HOLE]
    return joined((Value(tuple(folders)), *given[:1]))


def _format(base: Value, given: Sequence[Value]) -> Value:
    filling = given[0].texts[0] if len(given) == 1 and len(given[0].texts) == 1 else HOLE
    return Value(_filled(one, filling) for one in base.texts)


def _filled(template: str, filling: str) -> str:
    pieces = template.split("{")
    rest = [piece.partition("}")[2] for piece in pieces[1:]]
    return replaced("{".join([pieces[0], *rest]), "{", filling)


def _replace(base: Value, given: Sequence[Value]) -> Value:
    if len(given) != 2 or not (given[0].texts and given[1].texts):  # noqa: PLR2004  old and new
        return UNKNOWN
    old, new = given[0].texts[0], given[1].texts[0]
    return Value(replaced(one, old, new) for one in base.texts if old)


def _split(base: Value, given: Sequence[Value]) -> Value:
    by = given[0].texts[0] if given and given[0].texts else None
    words = [word for one in base.texts for word in one.split(by or None)]
    return sequence(text(word) for word in words) if words else UNKNOWN


def _str_join(base: Value, given: Sequence[Value]) -> Value:
    pieces = [one.texts[0] if one.texts else HOLE for one in (given[0].elements or ())]
    return Value(one.join(pieces) for one in base.texts) if pieces else UNKNOWN


def _items(base: Value, given: Sequence[Value]) -> Value:
    del given
    pairs = zip(base.elements or (), base.entries or (), strict=False)
    return sequence([sequence(pair) for pair in pairs])


def _keys(base: Value, given: Sequence[Value]) -> Value:
    del given
    return Value(elements=base.elements)


def _values(base: Value, given: Sequence[Value]) -> Value:
    del given
    return Value(elements=base.entries)


METHODS: dict[str, Method] = {
    **dict.fromkeys(
        ("resolve", "absolute", "expanduser", "as_posix", "strip", "rename", "copy"), _same
    ),
    "joinpath": _joinpath,
    "glob": _glob,
    "rglob": _glob,
    "with_suffix": _with_suffix,
    "with_name": _with_name,
    "format": _format,
    "replace": _replace,
    "split": _split,
    "splitlines": _split,
    "join": lambda base, given: _str_join(base, given) if given else UNKNOWN,
    "items": _items,
    "keys": _keys,
    "values": _values,
}
"""By name: from the object and the positional arguments to what is known of the result."""
