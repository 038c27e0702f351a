"""Wrappers: the programs and builtins that run a command given as their arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from host.shell.command import Value
from host.shell.environment_text import split_words
from host.shell.finding import find_actions
from host.shell.inner import (
    FROM_INPUT,
    bare,
    fed,
    in_folder,
    inner_call,
    one,
    split_assignments,
    text_of,
    with_mark,
    with_variables,
)
from host.shell.names import names
from host.shell.options import Spec, walk
from host.shell.remote import REMOTE_WRAPPERS
from host.shell.shells import SHELLS, shell_call
from host.shell.string_wrappers import STRING_WRAPPERS, read_from_input

if TYPE_CHECKING:
    from collections.abc import Sequence

    from host.shell.inner import ChildWrapper, Wrapped
    from host.shell.options import Parsed
    from host.shell.scene import Call

_PLAIN: dict[str, Spec] = {
    **dict.fromkeys(
        names("nohup setsid unbuffer busybox toybox chronic fakeroot systemd-inhibit setarch"),
        Spec(permuted=False),
    ),
    "nice": Spec("n", frozenset({"adjustment"}), permuted=False),
    "ionice": Spec("cnpPu", frozenset({"class", "classdata"}), permuted=False),
    "stdbuf": Spec("ioe", frozenset({"input", "output", "error"}), permuted=False),
    "time": Spec("fo", frozenset({"format", "output"}), permuted=False),
    "doas": Spec("uC", permuted=False),
    "caffeinate": Spec("tw", permuted=False),
    "chrt": Spec("TPD", permuted=False),
    "taskset": Spec(permuted=False),
    "timeout": Spec("ks", frozenset({"kill-after", "signal"}), permuted=False),
    "strace": Spec(
        "abeEIoOpPsSuUX",
        names("columns detach-on string-limit trace signal output user attach trace-path env"),
        permuted=False,
    ),
    "ltrace": Spec("aAeFlnopsuwxX", names("output"), permuted=False),
    "pkexec": Spec(long=frozenset({"user"}), permuted=False),
    "numactl": Spec("NmCipPlw", permuted=False),
    "prlimit": Spec("op", frozenset({"output", "pid"}), permuted=False),
}
"""Programs that run the command in their operands, with their options that take a value."""
_LEADING_OPERANDS = {"timeout": 1, "chrt": 1, "taskset": 1, "setarch": 1}
_RUNS_NOTHING = {
    **dict.fromkeys(("chrt", "taskset", "ionice", "prlimit"), ("p", "pid", "P", "u")),
    **dict.fromkeys(("busybox", "toybox"), ("list", "list-full", "install", "help")),
    **dict.fromkeys(("strace", "ltrace"), ("p", "attach")),
}
"""Options with which such a program is about a process that runs already."""


def _plain(call: Call, name: str) -> Wrapped:
    parsed = walk(call.arguments[1:], _PLAIN[name])
    if not parsed.sure or parsed.has(*_RUNS_NOTHING.get(name, ())):
        return ()
    return one(inner_call(call, name, parsed.operands[_LEADING_OPERANDS.get(name, 0) :]))


_ENV = Spec("uCS", frozenset({"unset", "chdir", "split-string"}), permuted=False)


def _env(call: Call, name: str) -> Wrapped:
    parsed = walk(call.arguments[1:], _ENV)
    operands = _with_split(parsed)
    if not parsed.sure or operands is None:
        return ()
    state = call.state
    if operands and operands[0].text == "-":
        operands = operands[1:]
        state = bare(state)
    if parsed.has("i", "ignore-environment"):
        state = bare(state)
    for unset in parsed.values("u", "unset"):
        text = text_of(unset)
        state = state.forget([text]) if text else bare(state)
    state = in_folder(state, parsed, "C", "chdir")
    found, rest = split_assignments(operands)
    return one(inner_call(call, name, rest, state=with_variables(state, found)))


def _with_split(parsed: Parsed) -> Sequence[Value] | None:
    """Give the operands behind those that `-S` makes of its text; None if that is not certain."""
    words: list[Value] = []
    for value in parsed.values("S", "split-string"):
        text = text_of(value)
        split = None if text is None else split_words(text)
        if split is None or (split[:1] and split[0].startswith("-")):
            return None
        words += map(Value, split)
    return [*words, *parsed.operands]


_SUDO = Spec(
    "ugDpCTRrtUh",
    names("user group chdir prompt close-from command-timeout chroot role type other-user host"),
    permuted=False,
)


def _sudo(call: Call, name: str) -> Wrapped:
    parsed = walk(call.arguments[1:], _SUDO)
    if not parsed.sure or parsed.has("e", "edit", "l", "list", "v", "K", "k"):
        return ()
    state = in_folder(bare(call.state), parsed, "D", "chdir")
    if parsed.has("i", "login"):
        state = attrs.evolve(state, folder=None)
    if parsed.has("R", "chroot"):
        state = attrs.evolve(state, host="", folder=None)
    found, rest = split_assignments(parsed.operands)
    state = with_variables(state, found)
    if not parsed.has("s", "shell", "i", "login"):
        return one(inner_call(call, name, rest, state=state))
    if not rest:
        return read_from_input(call, name, state)
    # A shell reads the words, in which every sign but the dollar is quoted.
    return one(inner_call(call, name, [with_mark(word, "$") for word in rest], state=state))


_CHROOT = Spec(long=frozenset({"userspec", "groups"}), permuted=False)
_NSENTER = Spec("tSGFw", frozenset({"target", "setuid", "setgid"}), permuted=False)


def _chroot(call: Call, name: str) -> Wrapped:
    parsed = walk(call.arguments[1:], _CHROOT if name == "chroot" else _NSENTER)
    if not parsed.sure:
        return ()
    state = attrs.evolve(bare(call.state), host="", folder=None)
    words = parsed.operands[1:] if name == "chroot" else parsed.operands
    return one(inner_call(call, name, words, state=state))


_UNSHARE = Spec(
    "SGRw", names("setuid setgid root wd propagate setgroups monotonic boottime"), permuted=False
)


def _unshare(call: Call, name: str) -> Wrapped:
    parsed = walk(call.arguments[1:], _UNSHARE)
    if not parsed.sure:
        return ()
    state = in_folder(call.state, parsed, "w", "wd")
    if parsed.has("R", "root"):
        state = attrs.evolve(state, host="", folder=None)
    return one(inner_call(call, name, parsed.operands, state=state))


_SYSTEMD_RUN = Spec(
    "HMpuE",
    names(
        "host machine property unit setenv uid gid nice working-directory slice description "
        "service-type on-active on-boot on-startup on-unit-active on-unit-inactive on-calendar "
        "timer-property path-property socket-property background"
    ),
    permuted=False,
)


def _systemd_run(call: Call, name: str) -> Wrapped:
    parsed = walk(call.arguments[1:], _SYSTEMD_RUN)
    if not parsed.sure:
        return ()
    state = bare(call.state)
    if not parsed.has("scope", "d", "same-dir"):
        state = attrs.evolve(state, folder=None)
    state = in_folder(state, parsed, "working-directory")
    if parsed.has("H", "host", "M", "machine"):
        state = attrs.evolve(state, host="", folder=None)
    return one(inner_call(call, name, parsed.operands, state=state))


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
        mark = (text_of(marks[-1]) if marks else "{}") or "{}"
        words = [with_mark(word, mark) for word in words]
    else:
        words.append(FROM_INPUT)
    return one(fed(call, name, words))


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
    "nsenter": _chroot,
    "unshare": _unshare,
    "systemd-run": _systemd_run,
    "xargs": _xargs,
    "find": find_actions,
    **STRING_WRAPPERS,
}
