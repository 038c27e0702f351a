"""What wrappers run: the call inside a call, with its words, its environment and its folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from host.shell.command import Value
from host.shell.paths import resolve
from host.shell.variables import Unknown, is_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from host.shell.options import Parsed
    from host.shell.scene import Call, NestedScript
    from host.shell.state import State

    Wrapped = Iterable[Call | NestedScript]
    ChildWrapper = Callable[[Call, str], Wrapped]

FROM_INPUT = Value(None, "the words come from the wrapper's input", many=True)
REPLACED = Value(None, "the wrapper replaces a part of the word")


def inner_call(
    call: Call, name: str, arguments: Sequence[Value], state: State | None = None
) -> Call | None:
    """Give the call of the wrapped command; None where its program's place is not certain."""
    if not arguments or (arguments[0].many and arguments[0].text is None):
        return None
    scene = attrs.evolve(call.scene, wrappers=(*call.scene.wrappers, name))
    return attrs.evolve(
        call,
        arguments=tuple(arguments),
        scene=scene,
        assignments=(),
        same_shell=False,
        functions=False,
        has_slash=False,
        syntax=None,
        state=state or call.state,
    )


def one(inner: Call | None) -> tuple[Call, ...]:
    """Give the call if there is one."""
    return () if inner is None else (inner,)


def split_assignments(values: Sequence[Value]) -> tuple[dict[str, Value], Sequence[Value]]:
    """Give the `NAME=value` words in front, and the rest."""
    found: dict[str, Value] = {}
    for index, value in enumerate(values):
        text = value.text if value.text is not None else value.outline or ""
        name, sign, rest = text.partition("=")
        if not (sign and is_name(name)) or value.many:
            return found, values[index:]
        found[name] = attrs.evolve(value, text=None if value.text is None else rest)
    return found, ()


def with_variables(state: State, found: dict[str, Value]) -> State:
    """Give the state of a program that gets these variables too."""
    for name, value in found.items():
        known = Unknown("its value is not certain") if value.text is None else value.text
        state = state.assign(name, known).export(name)
    return state


def bare(state: State) -> State:
    """Give the state of a program that does not get the environment."""
    return attrs.evolve(state, variables={}, outside={}, exported=frozenset(), forgotten=True)


def text_of(value: Value | str) -> str | None:
    """Give the certain text of an option's value."""
    return value if isinstance(value, str) else value.text


def in_folder(state: State, parsed: Parsed, *names: str) -> State:
    """Give the state in the folder that options like `--chdir` lead to."""
    for value in parsed.values(*names):
        text = text_of(value)
        folder = None if text is None else resolve(text, state.folder)
        state = attrs.evolve(state, folder=folder)
    return state


def with_mark(word: Value, mark: str) -> Value:
    """Give the word with each mark in it as an open piece."""
    if word.text is None or mark not in word.text:
        return word
    outline = word.text.replace(mark, "${_}")
    return attrs.evolve(REPLACED, start=word.start, end=word.end, outline=outline)


def fed(call: Call, name: str, words: Sequence[Value], state: State | None = None) -> Call | None:
    """Give the inner call of a wrapper that keeps its own input."""
    kept = tuple(r for r in call.redirects if r.operator[0] != "<")
    fed = attrs.evolve(call, redirects=kept, stdin=None)
    return inner_call(fed, name, words, state)
