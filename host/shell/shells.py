"""Shells as programs: `bash -c STRING`, a script on standard input, a script file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from host.shell.options import Spec, walk
from host.shell.scene import NestedScript
from host.shell.shell_options import PLAIN_OPTIONS, SAFE_SHELL_OPTIONS, unsure_options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from host.shell.command import Value
    from host.shell.options import Parsed
    from host.shell.scene import Call
    from host.shell.state import Dialect, State

SHELLS: dict[str, Dialect] = {
    "bash": "bash",
    "sh": "sh",
    "dash": "sh",
    "ksh": "sh",
    "zsh": "zsh",
    "ash": "sh",
}
SHELL_OPTIONS = Spec("oO", frozenset({"rcfile", "init-file"}), permuted=False, signs="-+")


def shell_arguments(arguments: Sequence[Value]) -> Parsed:
    """Give the options and operands of a shell's command line."""
    return walk(arguments, SHELL_OPTIONS)


def shell_call(call: Call, name: str) -> NestedScript | None:
    """Give the script that the shell reads from its arguments or its input; None if from a file."""
    parsed = shell_arguments(call.arguments[1:])
    if not parsed.sure and not (parsed.has("c") and parsed.operands):
        return None
    state = _started(call.state, parsed, name)
    scene = attrs.evolve(call.scene, wrappers=(*call.scene.wrappers, name), in_function=False)
    if parsed.has("c"):
        if not parsed.operands:
            return None
        scene = attrs.evolve(scene, stdin=call.stdin)
        script, *rest = parsed.operands
        if script.many or (rest and rest[0].many):
            state = attrs.evolve(state, positional=None)
        else:
            state = _named(state, rest)
        return NestedScript(script, state, scene)
    text, state = _from_file(call, parsed, state)
    return None if text is None else NestedScript(text, state, attrs.evolve(scene, stdin=None))


def _started(state: State, parsed: Parsed, name: str) -> State:
    state = attrs.evolve(state, dialect=SHELLS[name]).child()
    if parsed.has("e", "u"):
        state = attrs.evolve(state, guarded=True)
    if not _keeps_the_options(parsed):
        state = unsure_options(state)
    if parsed.has("l", "login", "i"):
        # The start-up files run first.
        state = state.forget_everything() if name != "bash" else state
    return state


def _from_file(call: Call, parsed: Parsed, state: State) -> tuple[Value | None, State]:
    """Give the script that a file or the input holds, if known, and the state with arguments."""
    operands = parsed.operands
    if operands and operands[0].text == "-":
        # A dash alone ends the options, as two do.
        operands = operands[1:]
    if parsed.has("s") or not operands:
        return call.stdin, _argued(state, operands)
    state = attrs.evolve(_argued(state, operands[1:]), zero=operands[0].text)
    return call.content(operands[0]), state


_OPTIONS = frozenset((*"ceuxvsahmbtECli", "login", "norc", "noprofile", "rcfile", "init-file"))
_NAMES = (PLAIN_OPTIONS | SAFE_SHELL_OPTIONS) - {"noglob", "braceexpand", "noexec"}
"""Options that change nothing in what words and `cd` mean, `-o` and `-O` left out."""


def _keeps_the_options(parsed: Parsed) -> bool:
    names = [value if isinstance(value, str) else value.text for value in parsed.values("o", "O")]
    letters = {name for name, _ in parsed.options} - {"o", "O"}
    return letters <= _OPTIONS and _NAMES.issuperset(names)


def _named(state: State, operands: Sequence[Value]) -> State:
    zero = operands[0].text if operands else None
    return attrs.evolve(_argued(state, operands[1:]), zero=zero)


def _argued(state: State, operands: Sequence[Value]) -> State:
    texts = [value.text for value in operands]
    known = None if None in texts else tuple(text or "" for text in texts)
    return attrs.evolve(state, positional=known)
