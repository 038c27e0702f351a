"""A call: whether its name is a function, a builtin, a wrapper or a program, and what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from host.shell import assigning, folders, functions, nested, reentries, wrappers
from host.shell.command import Command, Place
from host.shell.evaluation import may_stop
from host.shell.files import base_folder, file_uses, only_reads
from host.shell.flow import Outcome, join, unchanged
from host.shell.limits import WRAPPERS_MAX_COUNT
from host.shell.names import names
from host.shell.redirecting import redirect_uses
from host.shell.removing import may_remove
from host.shell.scene import Call, NestedScript

if TYPE_CHECKING:
    from host.shell.command import FileUse
    from host.shell.scene import Scene
    from host.shell.state import State
    from host.shell.tracer import Tracer

ASSIGNS = names(
    "[ alias declare export getopts let local mapfile printf read readarray readonly set shift"
    " shopt test typeset unset wait"
)
REENTERS = names(". builtin command eval exec source trap")
WRAPS = names(
    "ash bash busybox caffeinate chronic chroot chrt dash doas docker docker-compose env fakeroot"
    " find flock ionice ksh kubectl ltrace nerdctl nice nohup nsenter numactl oc parallel pkexec"
    " podman prlimit runuser script setarch setsid sh ssh stdbuf strace su sudo systemd-inhibit"
    " systemd-run taskset time timeout toybox unbuffer unshare watch xargs zsh"
)
"""The names in the tables of `assigning`, `reentries` and `wrappers`: these modules are loaded for
their own commands only."""
_STATUS = {"true": True, ":": True, "false": False}
_ENDS = frozenset(("exit", "logout"))
_AT_THE_END = frozenset(("EXIT", "0"))
_BETWEEN = frozenset(("DEBUG", "ERR", "RETURN"))
"""What `trap` calls by a signal's name and the shell itself raises, unlike a signal."""
_QUIET = names(
    "echo printf pwd true false : test [ type hash jobs kill wait sleep date whoami id "
    "uname hostname ulimit umask times bind help history fc disown complete compgen caller "
    "break continue return exit export declare typeset local readonly unset read set shift "
    "shopt alias unalias let getopts trap basename dirname seq which env"
)
"""Builtins and programs that make no folder themselves."""


def placed(scene: Scene, state: State) -> Place:
    """Give the place of a command: behind a possible end of the shell it is conditional."""
    if state.guarded and not scene.place.conditional:
        return attrs.evolve(scene.place, conditional=True)
    return scene.place


def invoke(tracer: Tracer, call: Call) -> Outcome:
    """Trace a call, and what it runs in turn."""
    name = call.texts[0]
    if name is None:
        emit(tracer, call)
        return _unknown_program(tracer, call)
    if name in call.state.functions and call.same_shell and call.functions:
        emit(tracer, call, function_call=True)
        return functions.call_function(tracer, call, name)
    return _builtin(tracer, call, name) if call.same_shell else _program(tracer, call, name)


def emit(tracer: Tracer, call: Call, *, function_call: bool = False) -> None:
    """Add the call's command to the result."""
    state = call.state
    tracer.emit(
        Command(
            arguments=call.arguments,
            assignments=call.assignments,
            redirects=call.redirects,
            folder=state.folder,
            base=base_folder(call.arguments, state.folder),
            host=state.host,
            place=placed(call.scene, state),
            wrappers=call.scene.wrappers,
            files=_uses(tracer, call, function_call=function_call),
            syntax=call.syntax,
            source=call.scene.source,
            function_call=function_call,
        )
    )


def _uses(tracer: Tracer, call: Call, *, function_call: bool) -> tuple[FileUse, ...]:
    repeated = call.syntax is None
    opened = () if repeated else redirect_uses(call.redirects, call.state.host)
    if function_call:
        return opened
    used = file_uses(call.arguments, call.state, lambda path: tracer.exists(path, call.state))
    return (*opened, *used)


def _unknown_program(tracer: Tracer, call: Call) -> Outcome:
    tracer.makes = True
    if call.has_slash or not call.same_shell:
        return unchanged(call.state)
    return unchanged(may_stop(call.state.forget_everything()))


def _builtin(tracer: Tracer, call: Call, name: str) -> Outcome:  # noqa: C901 (one arm a builtin)
    state = call.state
    if name in REENTERS:
        return _shell_wrapper(tracer, call, name)
    if name not in _BUILTINS:
        return _program(tracer, call, name)
    emit(tracer, call)
    if name in ASSIGNS:
        return assigning.ASSIGNING[name](call)
    if name == "cd":
        return folders.change_folder(call.texts, state, tracer.exists, tracer.setting.real_path)
    if name == "pushd":
        return folders.push_folder(call.texts, state, tracer.exists)
    if name == "popd":
        return folders.pop_folder(call.texts, state)
    if name == "dirs":
        return folders.list_folders(call.texts, state)
    if name in _STATUS:
        return unchanged(state, status=_STATUS[name])
    if name in _ENDS:
        return _ended(state)
    if name == "return":
        return _return(tracer, call)
    if name in {"break", "continue"}:
        return unchanged(attrs.evolve(state, guarded=True))
    # `enable`: any builtin may be another program from here on; the others run words as commands.
    return unchanged(may_stop(state.forget_everything()))


_BUILTINS = frozenset(
    (
        *ASSIGNS,
        *_STATUS,
        *_ENDS,
        *names("cd pushd popd dirs return break continue enable compgen jobs bind"),
    )
)


def _ended(state: State) -> Outcome:
    """Give the outcome of `exit`: only an error before it on its line can have kept it away."""
    if state.stopped is None:
        return Outcome(None, None)
    return unchanged(attrs.evolve(state.stopped, stopped=state.stopped, guarded=True))


def _return(tracer: Tracer, call: Call) -> Outcome:
    if not call.scene.in_function:
        # Outside a function it fails and the script goes on; in a function's subshell it ends.
        return Outcome(None, attrs.evolve(call.state, guarded=True))
    tracer.returns[-1].append(call.state)
    return Outcome(None, None)


def _program(tracer: Tracer, call: Call, name: str) -> Outcome:
    emit(tracer, call)
    base = name.rpartition("/")[2]
    if may_remove(call.texts):
        tracer.removes = True
    if base not in _QUIET and not only_reads(call.arguments):
        tracer.makes = True
    if base not in WRAPS or len(call.scene.wrappers) >= WRAPPERS_MAX_COUNT:
        return unchanged(call.state)
    for inner in wrappers.CHILD_WRAPPERS[base](call, base):
        if isinstance(inner, NestedScript):
            nested.run_nested(tracer, inner)
        else:
            invoke(tracer, inner)
    return unchanged(call.state)


def _shell_wrapper(tracer: Tracer, call: Call, name: str) -> Outcome:
    emit(tracer, call)
    inner = None
    if len(call.scene.wrappers) < WRAPPERS_MAX_COUNT:
        inner = reentries.SHELL_WRAPPERS[name](call, name)
    if name == "exec":
        return _replaced(tracer, call, inner)
    if name == "trap":
        if isinstance(inner, NestedScript):
            nested.run_nested(tracer, inner)
        return unchanged(_trapped(tracer, call, inner))
    if isinstance(inner, NestedScript):
        return (_evaluated if name == "eval" else _sourced)(tracer, call, inner)
    if isinstance(inner, Call):
        return invoke(tracer, inner)
    if inner is not None:
        return unchanged(inner)
    tracer.makes = True
    if name in {"command", "builtin"} and not any(value.many for value in call.arguments):
        return unchanged(call.state)
    return unchanged(call.state.forget_everything())


def _trapped(tracer: Tracer, call: Call, action: object) -> State:
    """Give the state behind a `trap`, whose action may run between any two later commands."""
    signals = {(text or "").upper().removeprefix("SIG") for text in call.texts[2:]}
    if not isinstance(action, NestedScript) or signals <= _AT_THE_END:
        return call.state
    effects = nested.nested_effects(tracer, action)
    if effects.everything or effects.folder or effects.assigns:
        return call.state.lose()
    ends = effects.jumps and not signals.isdisjoint(_BETWEEN)
    return attrs.evolve(call.state, guarded=call.state.guarded or ends)


def _replaced(tracer: Tracer, call: Call, inner: object) -> Outcome:
    """`exec`: with a command the shell ends, without one only its redirections stay."""
    if inner is None:
        return unchanged(call.state)
    if isinstance(inner, Call):
        invoke(tracer, inner)
    return _ended(call.state)


def _sourced(tracer: Tracer, call: Call, script: NestedScript) -> Outcome:
    """`source`: like `eval`, and `return` ends the script, whose arguments go with it."""
    tracer.returns.append([])
    inside = attrs.evolve(script.scene, in_function=True)
    outcome = _evaluated(tracer, call, attrs.evolve(script, scene=inside))
    for at in tracer.returns.pop():
        back = attrs.evolve(at, stopped=call.state.stopped, temporary=call.state.temporary)
        outcome = Outcome(join(outcome.passed, back) or back, join(outcome.failed, back) or back)
    after = outcome.after
    if after is not None and len(call.arguments) > 2:  # noqa: PLR2004 (with arguments of its own)
        return unchanged(after.place_arguments(None))
    return outcome


def _evaluated(tracer: Tracer, call: Call, script: NestedScript) -> Outcome:
    before = call.state
    temporary = before.temporary.union(name for name, _ in call.assignments)
    inside = attrs.evolve(script.state, stopped=None, temporary=temporary)
    outcome = nested.run_nested(tracer, attrs.evolve(script, state=inside))
    if outcome is None or script.value.text is None:
        return unchanged(before.forget_everything())

    def back(state: State | None) -> State | None:
        if state is None:
            return None
        return attrs.evolve(state, stopped=before.stopped, temporary=before.temporary)

    ended = outcome.after is None and before.stopped is not None
    return (
        _ended(before)
        if ended
        else Outcome(back(outcome.passed), back(outcome.failed), outcome.status)
    )
