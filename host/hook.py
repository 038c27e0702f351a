"""What a slice declares: its hooks, with event, phase, tools, triggers, run and error handler."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar, get_args

import attrs
from attrs import frozen

from host import checks
from host.call import Answer, EventKind, Failure, Tool, ToolCall

if TYPE_CHECKING:
    from host.shell.command import Reading
    from host.shell.syntax import Unreadable

Phase = Literal["rewrite", "check", "after"]
Expect = Literal["run", "deny", "ask", "rewrite", "context"]
T = TypeVar("T")


@frozen
class FolderWatch:
    """What wakes a slice for the data of one folder.

    `names` are file names of which one must stand in the call, whatever their case; `pieces` are
    texts that stand anywhere in it or in the event's folder, `"*"` for every call. `sources` are
    the files and folders whose change makes all this stale, each with its stamp from before they
    were read (`host.watches.stamp`). `looked_at` are files whose change or read during a call
    wakes the hooks that come after it.
    """

    folder: str
    sources: tuple[tuple[str, tuple[int, int, int] | None], ...]
    names: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    looked_at: tuple[str, ...] = ()


class Store(Protocol):
    """A slice's own corner of the state file; every call may raise `StateError`."""

    def get(self, key: str) -> str | None:
        """Return the value kept under `key`, or None."""

    def put(self, key: str, value: str) -> None:
        """Keep `value` under `key`, out of this process before this returns."""

    def list(self, prefix: str) -> tuple[str, ...]:
        """Return the values whose keys begin with `prefix`, oldest first."""

    def claim(self, key: str, value: str) -> bool:
        """Keep `value` under `key` where nothing is kept; of several processes one gets True."""

    def swap(self, key: str, old: str, new: str) -> bool:
        """Keep `new` where `old` is kept now; of several processes one gets True."""

    def delete(self, prefix: str) -> None:
        """Forget every key that begins with `prefix`."""

    def watch(self, texts: tuple[str, ...]) -> None:
        """Say which texts wake this slice's watched hooks from now on, in any session."""

    def watch_folder(self, watched: FolderWatch) -> None:
        """Say what wakes this slice's hooks for the data of one folder from now on."""


class Host(Protocol):
    """What the host offers a slice while it runs."""

    @property
    def options(self) -> Any:
        """The slice's options, an instance of the class it declared."""

    @property
    def store(self) -> Store:
        """The slice's own state."""

    def shell(self, call: ToolCall) -> Reading | Unreadable:
        """Return the call's command as bash would see it, parsed once for all slices."""

    def count(self, name: str, detail: str = "") -> None:
        """Add one to a counter of the ledger, after the answer."""

    def afterwards(self, step: Callable[[], None]) -> None:
        """Do `step` once the answer was handed over; it is not done where that never happens."""

    def once(self, key: str, make: Callable[[], T]) -> T:
        """Return what `make` gave when this slice first asked for `key` during this event."""

    def read_call(self, path: str, offset: int | None, limit: int | None) -> str:
        """Return the client's own spelling of a read of `limit` lines of `path` from `offset`."""

    def write_call(self, path: str) -> str:
        """Return the client's own spelling of a call that writes the whole of `path`."""

    def edit_call(self, path: str) -> str:
        """Return the client's own spelling of a call that changes a part of `path`."""

    def rules_folder(self) -> str:
        """Return where the client keeps a project's path-scoped rules, from its root; or ""."""


Run = Callable[[Any, Host], Answer | None]
OnError = Callable[[Any, Failure, Host], Answer | None]


@frozen
class Crude:
    """What a slice looks for when everything else is broken; evaluated with builtin modules only.

    The test hits when the command's first words include one of `first_words` in every part that
    does anything, and no text of `without` occurs; or, where `all_of` is given, when every text of
    it occurs. It errs towards what the slice exists for. It hits also where the call holds a text
    that the slice watches for in one of the folders `names_in`: those of a hook's `folders`, with
    `<config>` for the person's config folder.
    """

    first_words: tuple[str, ...] = attrs.field(default=(), validator=checks.texts)
    without: tuple[str, ...] = attrs.field(default=(), validator=checks.texts)
    all_of: tuple[str, ...] = attrs.field(default=(), validator=checks.texts)
    names_in: tuple[str, ...] = attrs.field(default=(), validator=checks.texts)


@frozen
class Control:
    """One thing a slice controls, why it exists and when it goes."""

    name: str
    incident: str
    evidence: str
    remove_when: str


@frozen(kw_only=True)
class Probe:
    """A shell command whose answer is known, by which a person sees that the slice is at work.

    It is sent through the real hook entry in an empty folder that holds `files`, with the slice's
    default options and no other slice on. It is never run. `says` is a text that the answer holds.
    """

    command: str
    expect: Expect = attrs.field(validator=checks.one_of(get_args(Expect)))
    files: Mapping[str, str] = attrs.field(factory=dict)
    says: str = ""


_OF_TOOLS = checks.set_of(get_args(Tool))
_PHASES: Mapping[EventKind, tuple[Phase, ...]] = {
    "tool.call": ("rewrite", "check"),
    "tool.result": ("after",),
    "session.start": ("after",),
    "session.compact": ("after",),
    "session.end": ("after",),
}


def _phase_of_event(hook: Hook, _: Any, phase: str) -> None:
    allowed = _PHASES[hook.event]
    if phase not in allowed:
        message = f"a hook on {hook.event} runs in the phase {' or '.join(allowed)}, not {phase!r}"
        raise ValueError(message)


@frozen(kw_only=True)
class Hook:
    """One place where a slice is asked.

    Phase `rewrite` gives `Rewrite`, `Context` or nothing, phase `check` gives `Deny`, `Ask`,
    `Context` or nothing, and phase `after` (the call has run, or the event is no call) gives
    `Context` or nothing. An `on_error` before a call may also give `Deny` or `Ask`.

    Empty `tools` means every tool. `triggers` are texts of which one must stand in the decoded
    command (as it is, or with quotes and backslashes taken out) for the slice to care; empty means
    every call of the tools. A `watched` hook cares only about calls that hold a text its slice is
    watching for. Both decide whether anything is asked at all: where another slice wants the call,
    a hook may see one that holds none of its texts.

    `idle` are first words (`ls`, `git status`) of commands that the hook has nothing to do with: a
    shell call of which every part begins with one of them, and which redirects no output and holds
    no substitution, is not wanted. So a hook that cares about every other call costs these nothing.

    `folders` are where the data lies that a watched hook goes by: absolute, or relative to the
    event's folder and each one above it; `host.watches.RULES` stands for the client's folder of
    path-scoped rules. The slice says per folder what to watch for (`Store.watch_folder`). A folder
    that is there and is not watched yet, or that changed since, makes every call wanted.
    """

    event: EventKind = attrs.field(validator=checks.one_of(tuple(_PHASES)))
    phase: Phase = attrs.field(validator=_phase_of_event)
    run: Run = attrs.field(validator=checks.is_callable)
    on_error: OnError = attrs.field(validator=checks.is_callable)
    tools: frozenset[Tool] = attrs.field(default=frozenset(), validator=_OF_TOOLS)
    triggers: tuple[str, ...] = attrs.field(default=(), validator=checks.texts)
    watched: bool = False
    folders: tuple[str, ...] = attrs.field(default=(), validator=checks.texts)
    idle: tuple[str, ...] = attrs.field(default=(), validator=checks.texts)


def _both_ways(_: object, __: object, probes: tuple[Probe, ...]) -> None:
    found = {probe.expect == "run" for probe in probes}
    if found != {True, False}:
        message = "of the probes, one has to run and another one not"
        raise ValueError(message)


@frozen(kw_only=True)
class Slice:
    """A slice as a whole: what it offers the host."""

    hooks: tuple[Hook, ...] = attrs.field(validator=checks.some(Hook))
    crude: Crude = attrs.field(validator=checks.is_a(Crude))
    controls: tuple[Control, ...] = attrs.field(validator=checks.some(Control))
    probes: tuple[Probe, ...] = attrs.field(validator=(checks.some(Probe), _both_ways))
    options: type = attrs.field(validator=checks.is_a(type))
    describe_options: Mapping[str, str] = attrs.field(factory=dict)
