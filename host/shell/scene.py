"""What surrounds a command while a script is traced, and one program call in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs import frozen

from host.shell.command import Place, Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from host.shell.command import Redirect
    from host.shell.state import State
    from host.shell.syntax import SimpleCommand


NOWHERE_SPECIAL = Place()
INPUT_FILES = frozenset(("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"))
"""Names of the standard input."""


@frozen
class Scene:
    """The surroundings: the source the spans count in, the place, the wrappers, the nesting.

    `in_function` says that `return` leaves a function, and `calls` counts function calls and nested
    scripts around. `stdin` is the text that commands read which redirect nothing themselves.
    """

    source: str
    place: Place = NOWHERE_SPECIAL
    wrappers: tuple[str, ...] = ()
    in_function: bool = False
    calls: int = 0
    stdin: Value | None = None

    def at(self, **flags: bool) -> Scene:
        """Give the scene with flags of its place changed."""
        return attrs.evolve(self, place=attrs.evolve(self.place, **flags))


@frozen
class Call:
    """A program, builtin or function with its arguments, before it is known which it is.

    `same_shell` is false where a program starts it, so that builtins and functions are out of
    reach; `functions` is false behind `command` and `builtin`. `has_slash` says that an uncertain
    program's word certainly holds a slash. `printed` holds, by the place of its word, what a script
    in `<(…)` certainly prints. `stdin` is what it reads: a here-document's or
    here-string's text, if that is all it reads.
    """

    arguments: tuple[Value, ...]
    state: State
    scene: Scene
    redirects: tuple[Redirect, ...] = ()
    assignments: tuple[tuple[str, Value], ...] = ()
    syntax: SimpleCommand | None = None
    same_shell: bool = True
    functions: bool = True
    has_slash: bool = False
    printed: Mapping[int, str] = attrs.field(factory=dict)
    stdin: Value | None = None

    @property
    def texts(self) -> tuple[str | None, ...]:
        """The certain texts of the arguments."""
        return tuple(value.text for value in self.arguments)

    def content(self, operand: Value) -> Value | None:
        """Give what is in the file that an operand names: its own input, or `<(…)`; if known."""
        if operand.text in INPUT_FILES:
            return self.stdin
        text = self.printed.get(operand.start)
        return None if text is None or operand.text is not None else Value(text)


@frozen
class NestedScript:
    """A string that a wrapper has another shell read: its text, and the state it starts in.

    `value` is the argument or input it came from. An uncertain one may still have an outline.
    """

    value: Value
    state: State
    scene: Scene
