"""Wrappers: the programs and builtins that run a command given as their arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from host.shell.command import Value
from host.shell.names import names
from host.shell.options import Spec, walk
from host.shell.paths import resolve
from host.shell.remote import REMOTE_WRAPPERS
from host.shell.shells import SHELLS, shell_call
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

_PLAIN: dict[str, Spec] = {
    "nohup": Spec(permuted=False),
    "setsid": Spec(permuted=False),
    "nice": Spec("n", frozenset({"adjustment"}), permuted=False),
    "ionice": Spec("cnpPu", frozenset({"class", "classdata"}), permuted=False),
    "stdbuf": Spec("ioe", frozenset({"input", "output", "error"}), permuted=False),
    "time": Spec("fo", frozenset({"format", "output"}), permuted=False),
    "doas": Spec("uC", permuted=False),
    "unbuffer": Spec(permuted=False),
    "caffeinate": Spec("tw", permuted=False),
    "chrt": Spec("TPD", permuted=False),
    "taskset": Spec(permuted=False),
    "timeout": Spec("ks", frozenset({"kill-after", "signal"}), permuted=False),
}
_LEADING_OPERANDS = {"timeout": 1, "chrt": 1, "taskset": 1}


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


def _one(inner: Call | None) -> tuple[Call, ...]:
    return () if inner is None else (inner,)


def _plain(call: Call, name: str) -> Wrapped:
    parsed = walk(call.arguments[1:], _PLAIN[name])
    if not parsed.sure:
        return ()
    return _one(inner_call(call, name, parsed.operands[_LEADING_OPERANDS.get(name, 0) :]))


def _split_assignments(values: Sequence[Value]) -> tuple[dict[str, Value], Sequence[Value]]:
    """Give the `NAME=value` words in front, and the rest."""
    found: dict[str, Value] = {}
    for index, value in enumerate(values):
        text = value.text if value.text is not None else value.outline or ""
        name, sign, rest = text.partition("=")
        if not (sign and is_name(name)) or value.many:
            return found, values[index:]
        found[name] = attrs.evolve(value, text=None if value.text is None else rest)
    return found, ()


def _with_variables(state: State, found: dict[str, Value]) -> State:
    for name, value in found.items():
        known = Unknown("its value is not certain") if value.text is None else value.text
        state = state.assign(name, known).export(name)
    return state


def _bare(state: State) -> State:
    """Give the state of a program that does not get the environment."""
    return attrs.evolve(state, variables={}, outside={}, exported=frozenset(), forgotten=True)


_ENV = Spec("uCS", frozenset({"unset", "chdir", "split-string"}), permuted=False)


def _env(call: Call, name: str) -> Wrapped:
    parsed = walk(call.arguments[1:], _ENV)
    if not parsed.sure or parsed.has("S", "split-string"):
        return _one(_split_string(call, name, parsed)) if parsed.sure else ()
    operands = list(parsed.operands)
    state = call.state
    if operands and operands[0].text == "-":
        operands = operands[1:]
        state = _bare(state)
    if parsed.has("i", "ignore-environment"):
        state = _bare(state)
    for unset in parsed.values("u", "unset"):
        text = _text(unset)
        state = state.forget([text]) if text else _bare(state)
    state = _in_folder(state, parsed, "C", "chdir")
    found, rest = _split_assignments(operands)
    return _one(inner_call(call, name, rest, state=_with_variables(state, found)))


def _split_string(call: Call, name: str, parsed: Parsed) -> Call | None:
    text = _text(parsed.values("S", "split-string")[0])
    if text is None or any(c in text for c in "\\'\"$#"):
        return None
    words = [Value(word) for word in text.split()]
    found, rest = _split_assignments([*words, *parsed.operands])
    return inner_call(call, name, rest, state=_with_variables(call.state, found))


def _text(value: Value | str) -> str | None:
    return value if isinstance(value, str) else value.text


def _in_folder(state: State, parsed: Parsed, *names: str) -> State:
    for value in parsed.values(*names):
        text = _text(value)
        folder = None if text is None else resolve(text, state.folder)
        state = attrs.evolve(state, folder=folder)
    return state


_SUDO = Spec(
    "ugDpCTRrtUh",
    names("user group chdir prompt close-from command-timeout chroot role type other-user host"),
    permuted=False,
)


def _sudo(call: Call, name: str) -> Wrapped:
    parsed = walk(call.arguments[1:], _SUDO)
    if not parsed.sure or parsed.has("e", "edit", "l", "list", "v", "K", "k"):
        return ()
    state = _in_folder(_bare(call.state), parsed, "D", "chdir")
    if parsed.has("i", "login"):
        state = attrs.evolve(state, folder=None)
    if parsed.has("R", "chroot"):
        state = attrs.evolve(state, host="", folder=None)
    found, rest = _split_assignments(parsed.operands)
    return _one(inner_call(call, name, rest, state=_with_variables(state, found)))


_CHROOT = Spec(long=frozenset({"userspec", "groups"}), permuted=False)


def _chroot(call: Call, name: str) -> Wrapped:
    parsed = walk(call.arguments[1:], _CHROOT)
    if not parsed.sure:
        return ()
    state = attrs.evolve(_bare(call.state), host="", folder=None)
    return _one(inner_call(call, name, parsed.operands[1:], state=state))


_XARGS = Spec(
    "nPLsdEIa",
    names("max-args max-procs max-lines max-chars delimiter arg-file replace-str"),
    permuted=False,
    attached="iel",
)


def _xargs(call: Call, name: str) -> Wrapped:
    parsed = walk(call.arguments[1:], _XARGS)
    if not parsed.sure or not parsed.operands:
        return ()
    marks = parsed.values("I", "i", "replace")
    words = list(parsed.operands)
    if marks or parsed.has("i", "replace"):
        mark = (_text(marks[-1]) if marks else "{}") or "{}"
        words = [_with_mark(word, mark) for word in words]
    else:
        words.append(FROM_INPUT)
    return _one(_fed(call, name, words))


def _with_mark(word: Value, mark: str) -> Value:
    if word.text is None or mark not in word.text:
        return word
    outline = word.text.replace(mark, "${_}")
    return attrs.evolve(REPLACED, start=word.start, end=word.end, outline=outline)


def _fed(call: Call, name: str, words: Sequence[Value], state: State | None = None) -> Call | None:
    """Give the inner call of a wrapper that keeps its own input."""
    kept = tuple(r for r in call.redirects if r.operator[0] != "<")
    fed = attrs.evolve(call, redirects=kept, stdin=None)
    return inner_call(fed, name, words, state)


def _find(call: Call, name: str) -> Wrapped:
    values = call.arguments
    index = 0
    while index < len(values):
        action = values[index].text
        index += 1
        if action not in {"-exec", "-ok", "-execdir", "-okdir"}:
            continue
        start = index
        while index < len(values) and not _ends_action(values, index):
            index += 1
        words = [_found(v, many=values[index : index + 1]) for v in values[start:index]]
        state = call.state
        if action.endswith("dir"):
            state = attrs.evolve(state, folder=None)
        yield from _one(_fed(call, name, words, state=state))


def _ends_action(values: Sequence[Value], index: int) -> bool:
    text = values[index].text
    return text == ";" or (text == "+" and values[index - 1].text == "{}")


def _found(word: Value, many: Sequence[Value]) -> Value:
    if word.text == "{}" and many and many[0].text == "+":
        return attrs.evolve(FROM_INPUT, start=word.start, end=word.end)
    return _with_mark(word, "{}")


def _shell(call: Call, name: str) -> Wrapped:
    script = shell_call(call, name)
    return () if script is None else (script,)


CHILD_WRAPPERS: dict[str, ChildWrapper] = {
    **dict.fromkeys(_PLAIN, _plain),
    **dict.fromkeys(SHELLS, _shell),
    **REMOTE_WRAPPERS,
    "env": _env,
    "sudo": _sudo,
    "chroot": _chroot,
    "xargs": _xargs,
    "find": _find,
}
