"""Programs that have a shell read a string, or their words joined to one: `su -c`, `watch`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from host.shell.command import Value
from host.shell.inner import bare, inner_call, one, text_of
from host.shell.names import names
from host.shell.options import Spec, walk
from host.shell.remote import joined
from host.shell.scene import NestedScript

if TYPE_CHECKING:
    from collections.abc import Sequence

    from host.shell.inner import ChildWrapper, Wrapped
    from host.shell.options import Parsed
    from host.shell.scene import Call
    from host.shell.state import State


def nested(call: Call, name: str, value: Value | str, state: State) -> NestedScript:
    """Give the string as a script of its own, of whichever shell reads it."""
    scene = attrs.evolve(call.scene, wrappers=(*call.scene.wrappers, name), in_function=False)
    scene = attrs.evolve(scene, stdin=call.stdin)
    state = attrs.evolve(state, dialect="sh").child()
    return NestedScript(Value(value) if isinstance(value, str) else value, state, scene)


def read_from_input(call: Call, name: str, state: State) -> Wrapped:
    """Give the script that a shell without arguments reads from its input, if that is known."""
    if call.stdin is None:
        return ()
    script = nested(call, name, call.stdin, state)
    return (attrs.evolve(script, scene=attrs.evolve(script.scene, stdin=None)),)


_USER = Spec(
    "cgGsuwT",
    names("command session-command shell group supp-group user whitelist-environment"),
)
_LOGIN = ("l", "login")


def _as_user(call: Call, name: str) -> Wrapped:
    """`su`, `runuser`: a string for the user's shell, its input, or with `-u` a command."""
    parsed = walk(call.arguments[1:], _USER)
    if not parsed.sure:
        return ()
    state = bare(call.state)
    dash = parsed.operands[:1] and parsed.operands[0].text == "-"
    if dash or parsed.has(*_LOGIN):
        state = attrs.evolve(state, folder=None)
    if name == "runuser" and parsed.has("u", "user"):
        return _as_plain_user(call, name, state)
    strings = parsed.values("c", "command", "session-command")
    if strings:
        return (nested(call, name, strings[-1], state),)
    plain = len(parsed.operands) <= (2 if dash else 1)
    return read_from_input(call, name, state) if plain else ()


def _as_plain_user(call: Call, name: str, state: State) -> Wrapped:
    parsed = walk(call.arguments[1:], attrs.evolve(_USER, permuted=False))
    return one(inner_call(call, name, parsed.operands, state=state)) if parsed.sure else ()


_WATCH = Spec("nqs", frozenset({"interval", "equexit"}), permuted=False)


def _watch(call: Call, name: str) -> Wrapped:
    parsed = walk(call.arguments[1:], _WATCH)
    if not parsed.sure or not parsed.operands:
        return ()
    if parsed.has("x", "exec"):
        return one(inner_call(call, name, parsed.operands))
    return (nested(call, name, joined(parsed.operands), call.state),)


_SCRIPT = Spec(
    "cIOBTEmot",
    names("command log-in log-out log-io log-timing echo logging-format output-limit"),
    attached="t",
)


def _script(call: Call, name: str) -> Wrapped:
    """`script`: a string in Linux's, a command behind the file in BSD's."""
    parsed = walk(call.arguments[1:], _SCRIPT)
    strings = parsed.values("c", "command")
    if strings and parsed.sure:
        return (nested(call, name, strings[-1], call.state),)
    plain = walk(call.arguments[1:], attrs.evolve(_SCRIPT, permuted=False))
    return one(inner_call(call, name, plain.operands[1:])) if plain.sure else ()


_FLOCK = Spec("wE", names("timeout wait conflict-exit-code"), permuted=False)


def _flock(call: Call, name: str) -> Wrapped:
    """`flock FILE`: a command, or behind `-c` a string."""
    parsed = walk(call.arguments[1:], _FLOCK)
    words = parsed.operands[1:]
    if not parsed.sure or not words:
        return ()
    if words[0].text in {"-c", "--command"}:
        return tuple(nested(call, name, word, call.state) for word in words[1:2])
    return one(inner_call(call, name, words))


_PARALLEL = Spec(
    "jNnaIdsSPLEC",
    names(
        "jobs arg-file delimiter colsep joblog delay timeout retries results max-args max-procs "
        "max-replace-args max-lines sshlogin workdir wd tmpdir tagstring halt memfree load nice "
        "basefile return env shellquote shuf seqreplace block recstart recend"
    ),
    permuted=False,
)
_SOURCES = names("::: :::: :::+ ::::+")
_MARKS = ("{}", "{.}", "{/}", "{//}", "{/.}", "{#}", "{%}", "{1}", "{2}", "{3}")


def _parallel(call: Call, name: str) -> Wrapped:
    """`parallel`: its words joined and filled in, or the words behind `:::` as they stand."""
    parsed = walk(call.arguments[1:], _PARALLEL)
    if not parsed.sure:
        return ()
    texts = [value.text for value in parsed.operands]
    at = next((index for index, text in enumerate(texts) if text in _SOURCES), len(texts))
    words, given = parsed.operands[:at], parsed.operands[at + 1 :]
    if words:
        return (nested(call, name, _filled(words, parsed), call.state),)
    if texts[:1] == [":::"] and not _SOURCES & set(texts[1:]):
        return tuple(nested(call, name, value, call.state) for value in given)
    return ()


def _filled(words: Sequence[Value], parsed: Parsed) -> Value:
    """Give the words as one string with an open piece for each input."""
    whole = joined(words)
    text = whole.text if whole.text is not None else whole.outline or ""
    own = (text_of(value) or "{}" for value in parsed.values("I"))
    marks = [mark for mark in (*own, *_MARKS) if mark in text]
    for mark in marks:
        text = text.replace(mark, "${_}")
    outline = text if marks or parsed.has("pipe", "N0") else f"{text} ${{_}}"
    return Value(None, "parallel fills in its inputs", outline=outline)


STRING_WRAPPERS: dict[str, ChildWrapper] = {
    "su": _as_user,
    "runuser": _as_user,
    "watch": _watch,
    "script": _script,
    "flock": _flock,
    "parallel": _parallel,
}
