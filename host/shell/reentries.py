"""Builtins that run their arguments or a file in the same shell: `command`, `eval`, `source`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from host.shell.command import Value
from host.shell.inner import inner_call
from host.shell.options import Spec, walk
from host.shell.scene import Call, NestedScript

if TYPE_CHECKING:
    from collections.abc import Callable

    from host.shell.state import State

    ShellWrapper = Callable[[Call, str], Call | NestedScript | State | None]


def _command(call: Call, name: str) -> Call | None:
    parsed = walk(call.arguments[1:], Spec(permuted=False))
    if not parsed.sure or parsed.has("v", "V"):
        return None
    inner = inner_call(call, name, parsed.operands)
    if inner is None:
        return None
    return attrs.evolve(inner, same_shell=call.same_shell, functions=False)


def _exec(call: Call, name: str) -> Call | State | None:
    parsed = walk(call.arguments[1:], Spec("a", permuted=False))
    if not parsed.operands:
        return None
    return inner_call(call, name, parsed.operands) or call.state


def _eval(call: Call, name: str) -> NestedScript | State | None:
    values = list(call.arguments[1:])
    if values and values[0].text == "--":
        values = values[1:]
    if not values:
        return call.state
    texts = [value.text for value in values]
    outlines = [value.text if value.text is not None else value.outline for value in values]
    text = None if None in texts else " ".join(text or "" for text in texts)
    outline = None if None in outlines else " ".join(text or "" for text in outlines)
    value = Value(text, start=values[0].start, end=values[-1].end, outline=outline)
    scene = attrs.evolve(call.scene, wrappers=(*call.scene.wrappers, name))
    return NestedScript(value, call.state, scene)


_KEEPS_THE_SHELL = ("bin/activate", "Scripts/activate")
"""Python's venv writes these: they set PATH, PS1 and VIRTUAL_ENV, and change no folder."""


def _source(call: Call, name: str) -> NestedScript | State | None:
    values = [value for value in call.arguments[1:] if value.text != "--"]
    path = values[0].text if values else None
    text = call.content(values[0]) if values else None
    if name == "source" and call.state.dialect != "bash":
        return None
    if text is not None:
        scene = attrs.evolve(call.scene, wrappers=(*call.scene.wrappers, name), stdin=None)
        texts = [value.text for value in values[1:]]
        known = None if None in texts else tuple(text or "" for text in texts)
        state = call.state.place_arguments(known) if texts else call.state
        return NestedScript(text, state, scene)
    if path is None or not path.endswith(_KEEPS_THE_SHELL):
        return None
    return call.state.forget(["PATH", "PS1", "VIRTUAL_ENV", "VIRTUAL_ENV_PROMPT", "PYTHONHOME"])


def _trap(call: Call, name: str) -> NestedScript | None:
    operands = [v for v in call.arguments[1:] if v.text != "--"]
    if len(operands) < 2 or (operands[0].text or "").startswith("-"):  # noqa: PLR2004 (action, signal)
        return None
    scene = attrs.evolve(call.scene.at(function=True, conditional=True), in_function=False)
    scene = attrs.evolve(scene, wrappers=(*scene.wrappers, name))
    return NestedScript(operands[0], call.state.forget_everything(), scene)


SHELL_WRAPPERS: dict[str, ShellWrapper] = {
    "command": _command,
    "builtin": _command,
    "exec": _exec,
    "eval": _eval,
    ".": _source,
    "source": _source,
    "trap": _trap,
}
