"""The values that travel: what a client asks, what slices answer, and what it adds up to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import attrs
from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Mapping

EventKind = Literal["tool.call", "tool.result", "session.start", "session.compact", "session.end"]
Tool = Literal["shell", "read", "write", "edit", "multi_edit", "notebook", "patch", "other"]
FailureKind = Literal[
    "exception",
    "time-out",
    "crash",
    "out-of-memory",
    "recursion",
    "budget",
    "bad-return",
    "config",
    "install",
    "bad-event",
]


@frozen
class Edit:
    """One replacement of an edit tool."""

    old: str
    new: str
    everywhere: bool = False


@frozen
class ToolCall:
    """A tool call that waits for its answer, in the host's own words.

    `input` is the client's whole input as it came. A rewrite changes the named fields
    (`command`, `path`, `content`, `edits`) and leaves `input`: the client's adapter lays the
    changed fields over it, so that nothing the host does not know is lost.
    """

    client: str
    tool: Tool
    session: str
    cwd: str
    agent: str = ""
    agent_type: str = ""
    call_id: str = ""
    tool_name: str = ""
    command: str | None = None
    path: str | None = None
    content: str | None = None
    edits: tuple[Edit, ...] = ()
    input: Mapping[str, Any] = attrs.field(factory=dict)
    event: EventKind = "tool.call"


@frozen
class ToolResult:
    """A tool call that ran, and what came of it; `seconds` is how long, None where not known."""

    call: ToolCall
    output: str = ""
    failed: bool = False
    seconds: float | None = None
    event: EventKind = "tool.result"


@frozen
class SessionEvent:
    """A session began, was compacted or ended.

    `source` is how it came about, in the host's words: `startup`, `resume`, `clear`, `compact`.
    """

    client: str
    event: EventKind
    session: str
    cwd: str
    agent: str = ""
    source: str = ""


Occasion = ToolCall | ToolResult | SessionEvent


@frozen
class Deny:
    """The call must not run; `reason` tells the model what to do instead."""

    reason: str


@frozen
class Ask:
    """The person decides; `reason` is what they read."""

    reason: str


@frozen
class Context:
    """A text for the model; the call goes on."""

    text: str


@frozen
class Rewrite:
    """The call as it should run instead, and one line for the model about the change."""

    call: ToolCall
    note: str = ""


Answer = Deny | Ask | Context | Rewrite


@frozen
class Failure:
    """A slice broke: which one, in which of the kinds, and the detail a maintainer needs."""

    slice: str
    kind: FailureKind
    detail: str = ""


@frozen
class Said:
    """An answer and the slice it came from."""

    slice: str
    answer: Answer


@frozen
class Decision:
    """All that the slices said about one occasion, in phase and config order.

    `call` is the tool call as it should run, or None where nothing was rewritten. `notices` are
    texts of the host for the person (set-up, config errors); they never change the verdict.
    """

    said: tuple[Said, ...] = ()
    call: ToolCall | None = None
    failures: tuple[Failure, ...] = ()
    notices: tuple[str, ...] = ()

    @property
    def denies(self) -> tuple[Said, ...]:
        """The denies, in phase and config order."""
        return tuple(s for s in self.said if isinstance(s.answer, Deny))

    @property
    def asks(self) -> tuple[Said, ...]:
        """The asks, in phase and config order."""
        return tuple(s for s in self.said if isinstance(s.answer, Ask))

    @property
    def told(self) -> tuple[tuple[str, str], ...]:
        """(slice, text) for the model, in phase and config order.

        The notes of rewrites are among them where the rewritten call is the one that runs.
        """
        pairs = ((said.slice, self._text(said.answer)) for said in self.said)
        return tuple((name, text) for name, text in pairs if text)

    @property
    def contexts(self) -> tuple[str, ...]:
        """The texts for the model, in phase and config order."""
        return tuple(text for _, text in self.told)

    def _text(self, answer: Answer) -> str:
        if isinstance(answer, Rewrite):
            return "" if self.call is None else answer.note
        return answer.text if isinstance(answer, Context) else ""

    @property
    def verdict(self) -> Literal["deny", "ask", "rewrite", "run"]:
        """Deny beats ask beats a rewritten or an unchanged run."""
        if self.denies:
            return "deny"
        if self.asks:
            return "ask"
        return "run" if self.call is None else "rewrite"
