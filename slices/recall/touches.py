"""Says which paths a call names, each read or proven to be written, part by part."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs import frozen

from host.shell.command import Reading
from slices.recall import identity, loops, patches, words
from slices.recall.limits import TOUCHES_MAX
from slices.recall.places import pattern_place, place, remote_place

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from host.call import ToolCall
    from host.shell.command import Command, FileUse, Value
    from host.shell.syntax import Unreadable

WRITING_TOOLS = frozenset({"write", "edit", "multi_edit", "notebook", "patch"})
SPEAKS_TO_OTHERS = frozenset({"ssh", "mosh", "scp", "sftp", "rsync"})
"""Programs whose words can be another machine's; what they say of files here is in `files`."""

RUNS_ELSEWHERE = frozenset({"docker", "podman", "nerdctl", "kubectl", "oc", "lxc", "incus"})
_ELSEWHERE = frozenset({"exec", "run", "cp", "attach", "debug"})
_LEAVES_CONTENT = frozenset({"touch", "chmod", "chown", "chgrp", "setfacl", "chattr"})


@frozen
class Touch:
    """A path that a call names.

    `path` is absolute, and a shell pattern where `pattern` says so. `write` is true where the part
    of the command that names it is proven to write it, and `certain` where that part runs in any
    case if the call succeeds. `host` is None for this machine. `cause` names what writes: the
    program, `redirect`, or the kind of tool.
    """

    path: str
    write: bool = False
    host: str | None = None
    pattern: bool = False
    certain: bool = True
    cause: str = ""


def of_call(call: ToolCall, reading: Reading | Unreadable | None) -> tuple[Touch, ...]:
    """Return the touches of a call in its order, a write before a read of the same path.

    `reading` is the shell's view of a shell call. A command that cannot be read names nothing.
    """
    if call.tool == "shell":
        found = _of_reading(reading) if isinstance(reading, Reading) else iter(())
    else:
        found = _of_tool(call)
    return _once(found)


def is_dark(reading: Reading) -> bool:
    """Tell whether a command has words here whose value exists only while it runs."""
    words = (v for command in reading.commands if command.host is None for v in command.arguments)
    return any(value.text is None and value.pattern is None for value in words)


def _of_tool(call: ToolCall) -> Iterator[Touch]:
    write = call.tool in WRITING_TOOLS
    named = [call.path] if call.path else []
    if call.tool == "patch":
        named += patches.files(call.content or call.command or "")
    for text in named:
        path = place(call.cwd or None, text)
        if path is not None:
            yield Touch(path, write, cause=call.tool if write else "")


def _of_reading(reading: Reading) -> Iterator[Touch]:
    for at, command in enumerate(reading.commands):
        yield from _of_command(command, _inner(command, reading.commands[at + 1 :]))
    for turn in loops.turns(reading):
        yield from _of_turn(turn)


def _of_turn(turn: loops.Turn) -> Iterator[Touch]:
    """Yield what a loop over patterns gives a command; whether all turns run is not certain."""
    command = turn.command
    if command.host is not None or _speaks_to_others(command):
        return
    for pattern in turn.patterns:
        path = pattern_place(command.folder, pattern)
        if path is not None:
            yield Touch(path, bool(turn.cause), pattern=True, certain=False, cause=turn.cause)


def _inner(command: Command, rest: Sequence[Command]) -> frozenset[object]:
    """Return the words that belong to the commands which this one runs: they are named there."""
    depth = len(command.wrappers)
    found: set[object] = set()
    for other in rest:
        if len(other.wrappers) <= depth or other.wrappers[:depth] != command.wrappers:
            break
        found |= {words.spot(value) for value in other.arguments}
    return frozenset(found)


def _of_command(command: Command, inner: frozenset[object]) -> Iterator[Touch]:
    if command.host == "":
        return
    targets = frozenset(id(redirect.target) for redirect in command.redirects)
    for use in command.files:
        redirected = id(use.value) in targets
        yield from _of_use(command, use, "redirect" if redirected else command.program)
    if command.host is not None:
        texts = [value.text for value in command.arguments[1:] if value.text is not None]
        yield from (Touch(p, host=command.host) for t in texts if (p := remote_place(t)))
    elif not _speaks_to_others(command):
        yield from _of_words(command, inner)


def _of_use(command: Command, use: FileUse, by: str | None) -> Iterator[Touch]:
    """Yield what the grammar and the known programs prove, a redirection's target among it."""
    write = use.use == "write" and use.proven and command.program not in _LEAVES_CONTENT
    certain = not command.place.conditional and not command.place.function
    cause = (by or "redirect") if write else ""
    if use.host is not None:
        path = remote_place(use.path or "") if _spelt_whole(use) else None
    elif use.path is None:
        written = Touch("", write, certain=certain, cause=cause)
        yield from _of_pattern(command, use.value, written)
        return
    else:
        path = _kernels(command.folder, use)
    if path:
        yield Touch(path, write, use.host, certain=certain, cause=cause)


def _spelt_whole(use: FileUse) -> bool:
    """Tell whether another machine's file is spelt from its root: nothing else is certain there."""
    text = use.value.text or ""
    return text.startswith("/") or ":/" in text


def _kernels(folder: str | None, use: FileUse) -> str | None:
    """Return the file's path, with a `..` in its spelling followed as the kernel does."""
    text = use.value.text
    if use.path is None or text is None or ".." not in text or folder is None:
        return use.path
    return place(folder, text) if identity.join(folder, text) == use.path else use.path


def _of_words(command: Command, inner: frozenset[object]) -> Iterator[Touch]:
    for text, folder in words.texts(command, inner):
        path = place(folder, text)
        if path is not None:
            yield Touch(path)
    for value in words.operands(command):
        if words.spot(value) not in inner:
            yield from _of_pattern(command, value, Touch(""))
    for text in patches.of_command(command):
        path = place(command.folder, text)
        if path is not None:
            yield Touch(path, write=True, cause="patch", certain=not command.place.conditional)


def _of_pattern(command: Command, value: Value, touch: Touch) -> Iterator[Touch]:
    """Yield the touch for what a glob word stands for."""
    if value.pattern is None or command.host is not None:
        return
    path = pattern_place(command.folder, value.pattern)
    if path is not None:
        yield attrs.evolve(touch, path=path, pattern=True)
        named = words.unmatched(command, value, path)
        if named is not None:
            yield attrs.evolve(touch, path=named)


def _speaks_to_others(command: Command) -> bool:
    program = command.program
    if program in SPEAKS_TO_OTHERS:
        return True
    words: Sequence[Value] = command.arguments[1:]
    return program in RUNS_ELSEWHERE and any(value.text in _ELSEWHERE for value in words)


def _once(touches: Iterator[Touch]) -> tuple[Touch, ...]:
    """Keep one touch per path, a write where there is one, at most `TOUCHES_MAX` of them."""
    found: dict[tuple[str, str | None, bool], Touch] = {}
    for touch in touches:
        key = (touch.path, touch.host, touch.pattern)
        kept = found.get(key)
        if kept is None and len(found) >= TOUCHES_MAX:
            continue
        if kept is None or (touch.write and not (kept.write and kept.certain)):
            found[key] = touch
    return tuple(found.values())
