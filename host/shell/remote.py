"""Commands that run elsewhere: `ssh`, and `exec` of containers and pods."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from host.shell.command import Value
from host.shell.names import names
from host.shell.options import Spec, walk
from host.shell.paths import normal
from host.shell.scene import Call, NestedScript
from host.shell.state import State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from host.shell.options import Parsed
    from host.shell.scene import Scene

_SSH = Spec("BbcDEeFIiJLlmOoPpQRSWw", permuted=False)


def host_name(text: str) -> str:
    """Give the host of `[user@]host` or `ssh://[user@]host[:port]`, without user and port."""
    if text.startswith("ssh://"):
        text = text[6:].partition("/")[0]
        name = text.rpartition("@")[2]
        return name.partition("]")[0].lstrip("[") if name[:1] == "[" else name.partition(":")[0]
    return text.rpartition("@")[2]


def _elsewhere(host: str | None, folder: str | None = None) -> State:
    """Give the state at the start of a script on another host: nothing is known but the host."""
    return State(
        folder=folder, host=host or "", dialect="sh", bracing=None, forgotten=True, stack=None
    )


def _scene(call: Call, name: str) -> Scene:
    wrappers = (*call.scene.wrappers, name)
    return attrs.evolve(call.scene, wrappers=wrappers, in_function=False)


def _ssh(call: Call, name: str) -> Iterable[Call | NestedScript]:
    parsed = walk(call.arguments[1:], _SSH)
    if not parsed.operands or parsed.operands[0].many:
        return ()
    # The client reads options on both sides of the host.
    behind = walk(parsed.operands[1:], _SSH)
    if not behind.sure and behind.operands and behind.operands[0].many:
        return ()
    text = parsed.operands[0].text
    state = _elsewhere(None if text is None else host_name(text))
    scene = _scene(call, name)
    if behind.operands:
        scene = attrs.evolve(scene, stdin=call.stdin)
        return (NestedScript(joined(behind.operands), state, scene),)
    return () if call.stdin is None else (NestedScript(call.stdin, state, scene),)


def joined(values: Sequence[Value]) -> Value:
    """Give the words as the one string that a shell reads of them."""
    texts = [value.text for value in values]
    outlines = [value.text if value.text is not None else _open(value) for value in values]
    return Value(
        None if None in texts else " ".join(text or "" for text in texts),
        start=values[0].start,
        end=values[-1].end,
        outline=" ".join(outlines),
    )


def _open(value: Value) -> str:
    return value.outline or "${_}"


_EXEC = Spec(
    "euwcn",
    names(
        "env env-file user workdir detach-keys index container namespace filename context "
        "kubeconfig cluster server request-timeout pod-running-timeout"
    ),
    permuted=False,
)
_GLOBAL = Spec(
    "Hclnsf",
    names(
        "host context config log-level namespace kubeconfig cluster server user file "
        "project-name profile project-directory env-file request-timeout"
    ),
    permuted=False,
)


def _container(call: Call, name: str) -> Iterable[Call | NestedScript]:
    top = walk(call.arguments[1:], _GLOBAL)
    operands = top.operands
    if name != "docker-compose" and operands and operands[0].text in {"compose", "container"}:
        operands = walk(operands[1:], _GLOBAL).operands
    if not operands or operands[0].text != "exec":
        return ()
    parsed = walk(operands[1:], _EXEC)
    if not parsed.operands or parsed.operands[0].many:
        return ()
    folder = _work_folder(parsed)
    return _inside(call, name, parsed.operands[0].text, parsed.operands[1:], folder)


def _work_folder(parsed: Parsed) -> str | None:
    folder = None
    for value in parsed.values("w", "workdir"):
        text = value if isinstance(value, str) else value.text
        folder = normal(text) if text and text.startswith("/") else None
    return folder


def _pod(call: Call, name: str) -> Iterable[Call | NestedScript]:
    operands = walk(call.arguments[1:], _GLOBAL).operands
    if not operands or operands[0].text != "exec":
        return ()
    before, words = _parted(operands[1:])
    parsed = walk(before, attrs.evolve(_EXEC, permuted=words is not None))
    if not parsed.operands or (words is None and parsed.operands[0].many):
        return ()
    pod = parsed.operands[0].text
    if pod is not None:
        pod = pod.removeprefix("pods/").removeprefix("pod/")
    return _inside(call, name, pod, parsed.operands[1:] if words is None else words, None)


def _parted(values: Sequence[Value]) -> tuple[Sequence[Value], Sequence[Value] | None]:
    for index, value in enumerate(values):
        if value.text == "--":
            return values[:index], values[index + 1 :]
    return values, None


def _inside(
    call: Call, name: str, host: str | None, words: Sequence[Value], folder: str | None
) -> Iterable[Call]:
    if not words or (words[0].text is None and words[0].many):
        return ()
    inner = Call(
        tuple(words),
        _elsewhere(host, folder),
        _scene(call, name),
        same_shell=False,
        functions=False,
        stdin=call.stdin,
    )
    return (inner,)


REMOTE_WRAPPERS: dict[str, Callable[[Call, str], Iterable[Call | NestedScript]]] = {
    "ssh": _ssh,
    **dict.fromkeys(("docker", "podman", "nerdctl", "docker-compose"), _container),
    **dict.fromkeys(("kubectl", "oc"), _pod),
}
