"""The clients that the host speaks to, one module each, and how to find one by its name."""

# A client's module imports builtin modules only at its top, since the front loads it on every
# call, and offers the functions of `Client`.

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    from host.call import Decision, Occasion
    from host.here import Options

    Glance = tuple[str, str, str, str, str]
    """(event kind, tool kind, text, session, agent), as the client's event spells them out.

    The event kind is one of `host.call.EventKind`, or "" for an event that no slice can hook. The
    tool kind is one of `host.call.Tool`, or "". The text is what triggers and watched texts are
    looked for in: a shell's command, else the file's path. The agent is "" on the main thread.
    """

    Scope = tuple[str, float, str, Options]
    """The event's folder, "" where not known, the seconds that its call took, -1 likewise, the
    client's `rules_folder`, and its `options`."""

    class Client(Protocol):
        """What a client's module offers; an event is the decoded JSON object."""

        def glance(self, event: dict[str, Any]) -> Glance | str:
            """Return the little that the front needs, or in one phrase why it cannot be read.

            Builtin modules only. A command that is no text, or a shell call without an input, is
            such an event: it is judged by the crude tests alone.
            """

        def scope(self, event: dict[str, Any]) -> Scope:
            """Return what the front needs beside the glance; builtin modules only."""

        def options(self) -> Options:
            """Return what the person set on the client's own screen; builtin modules only."""

        def refuse(self, reason: str, event: dict[str, Any]) -> str:
            """Return the deny of a tool call as the client reads it; builtin modules only.

            `event` is {} where it could not be read: the answer is that of a tool call then.
            """

        def ask(self, reason: str) -> str:
            """Return the answer that has the person decide about a call; builtin modules only."""

        def is_no_shell_call(self, raw: bytes, find: Callable[[bytes, str], list[str]]) -> bool:
            """Tell whether an event that cannot be read certainly is no call of a shell.

            `find` returns the texts that may stand under a key in bytes. Builtin modules only.
            """

        def tell(self, text: str) -> str:
            """Return an answer that only shows the person `text`; builtin modules only."""

        def start_text(self) -> str:
            """Return what stands in the raw event of a session's start, and in no other's."""

        def blocks(self, text: str) -> bool:
            """Tell whether this answer keeps the call from running; builtin modules only."""

        def read(self, event: dict[str, Any]) -> Occasion | None:
            """Return the event in the host's words, or None where no slice can hook it."""

        def can_tell(self, occasion: Occasion) -> bool:
            """Tell whether the answer to this event may carry a text for the person."""

        def write(self, decision: Decision, occasion: Occasion) -> str:
            """Return the answer's text for stdout, or "" where nothing is to be said."""

        def read_call(self, path: str, offset: int | None, limit: int | None) -> str:
            """Return the client's own spelling of a read of `limit` lines from `offset`."""

        def write_call(self, path: str) -> str:
            """Return the client's own spelling of a call that writes the whole of `path`."""

        def edit_call(self, path: str) -> str:
            """Return the client's own spelling of a call that changes a part of `path`."""

        def rules_folder(self) -> str:
            """Return where the client keeps a project's path-scoped rules, from its root; or ""."""


DEFAULT = "claude-code"
"""The client whose ways the command line goes by where nobody names one."""


def load(name: str) -> "Client":
    """Return the module of the client `name` (`claude-code` and `claude_code` are the same).

    Raises LookupError for a name that is none.
    """
    plain = name.replace("-", "_")
    if not plain.isidentifier() or not plain.isascii():
        raise LookupError(name)
    try:
        __import__(f"host.clients.{plain}")
    except ModuleNotFoundError as error:
        raise LookupError(name) from error
    import sys

    return sys.modules[f"host.clients.{plain}"]
