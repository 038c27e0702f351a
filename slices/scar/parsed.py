"""A call as predicates see it: parsed once, with what scars derive from it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import attrs
from attrs import frozen

from host.errors import BudgetSpent
from slices.scar.limits import BODIES_MAX
from slices.scar.options import Options

if TYPE_CHECKING:
    from host.call import EventKind, ToolCall
    from host.shell.command import Reading
    from host.shell.syntax import HereDocument
    from slices.scar.heredoc.flow import Fed, Flow
    from slices.scar.heredoc.pythons import Body
    from slices.scar.heredoc.sinks import Written
    from slices.scar.own.globs import Work
    from slices.scar.platforms import Platform
    from slices.scar.prose.arguments import Prose
    from slices.scar.stdin.inputs import Taker
    from slices.scar.transport import Span


@frozen(slots=False)  # attrs imports inspect for a cached property in slots
class Parsed:
    """A readable shell call, the options in force, and the platform it runs on.

    `event` is `tool.call` before the call and `tool.result` after it, where `failed` says how it
    ended.
    """

    call: ToolCall
    reading: Reading
    options: Options = attrs.field(factory=Options)
    platform: Platform = "linux"
    event: EventKind = "tool.call"
    failed: bool = False

    @cached_property
    def flow(self) -> Flow:
        """Where the here-documents go; raises `BudgetSpent`."""
        from slices.scar.heredoc.flow import flow

        return flow(self.reading)

    @property
    def fed(self) -> tuple[Fed, ...]:
        """The commands that a here-document's text reaches; raises `BudgetSpent`."""
        return self.flow.fed

    def lines_of(self, document: HereDocument) -> str:
        """Return a here-document's lines as they stand in the script."""
        return self.flow.texts.get(id(document), document.body)

    @cached_property
    def python_bodies(self) -> tuple[tuple[Fed, Body, tuple[Written, ...]], ...]:
        """The Python programs that come from a here-document, and what each writes.

        Raises `BudgetSpent` past `BODIES_MAX` of them, or for one past its own bounds.
        """
        from slices.scar.heredoc.python_bodies import written_in
        from slices.scar.heredoc.pythons import bodies

        found = [(one, body) for one in self.fed for body in bodies(one)]
        programs = dict.fromkeys((body.text, body.argv) for _, body in found)
        if len(programs) > BODIES_MAX:
            message = f"more than {BODIES_MAX} Python bodies"
            raise BudgetSpent(message)
        written = {program: written_in(*program) for program in programs}
        return tuple((one, body, written[body.text, body.argv]) for one, body in found)

    @cached_property
    def takers(self) -> tuple[Taker, ...]:
        """The commands with what gives them their standard input; none without a here-document."""
        if not any(command.heredocs for command in self.reading.commands):
            return ()
        from slices.scar.stdin.inputs import takers

        return tuple(takers(self.reading))

    @cached_property
    def prose(self) -> Prose:
        """The arguments that are prose, and the scripts in them."""
        from slices.scar.prose.arguments import prose

        return prose(self.reading)

    @cached_property
    def work(self) -> Work:
        """What the patterns of people's own scars may cost on this call."""
        from slices.scar.own.globs import Work

        return Work()

    @cached_property
    def project(self) -> str:
        """The root of the project of the call's folder, or that folder itself."""
        from slices.scar.own.places import project

        return project(self.call.cwd) or self.call.cwd

    @property
    def has_transport(self) -> bool:
        """Whether commands lose backslashes on their way to the shell here."""
        if self.options.transport == "auto":
            return self.platform == "windows"
        return self.options.transport == "on"

    def transported(self, text: str) -> tuple[Span, ...]:
        """Return the spans of a text of the command that arrive changed here."""
        if not self.has_transport:
            return ()
        from slices.scar.transport import changed

        return changed(text)
