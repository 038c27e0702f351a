"""The tracer: walks a script as bash would run it, and collects its commands in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from host.shell import compounds, reasons
from host.shell.command import Value
from host.shell.effects import EffectsReader
from host.shell.evaluation import settled
from host.shell.flow import Outcome, and_then, or_else, unchanged
from host.shell.limits import (
    COMMANDS_MAX_COUNT,
    EXPANDED_MAX_CHARACTERS,
    TRACE_DEPTH_MAX_LEVELS,
)
from host.shell.outputs import certain_output, is_one_simple_command, printed_text
from host.shell.simple import run_simple
from host.shell.syntax import Function, SimpleCommand
from host.shell.variables import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from host.shell import syntax
    from host.shell.command import Command, Setting
    from host.shell.scene import Scene
    from host.shell.state import State


class PastBoundError(Exception):
    """A bound of `limits.py` is passed; it unwinds the tracer and never leaves `trace`."""


@attrs.define(eq=False)
class Definition:
    """A function's definition among the commands, and its body's commands if nobody calls it."""

    function: Function
    scene: Scene
    state: State
    body: list[Command | Definition] = attrs.field(factory=list)


class Tracer:
    """One trace: the commands so far, and what was spent on them.

    `makes` and `removes` say that a command so far may have made or removed a folder.
    """

    def __init__(self, setting: Setting) -> None:
        """Begin with no command."""
        self.setting = setting
        self.commands: list[Command | Definition] = []
        self.sources: dict[int, str] = {}
        self._definitions: list[Definition] = []
        self._count = 0
        self.called: set[int] = set()
        self.returns: list[list[State]] = [[]]
        self.function_names: set[str] = set()
        self.effects = EffectsReader(self.function_names)
        self.makes = False
        self.removes = False
        self.iterations = 0
        # Each node is kept with its text: another node must never get its id meanwhile.
        self._printed: dict[int, tuple[syntax.Substitution, str | None]] = {}
        self._depth = 0
        self._characters = 0

    def emit(self, command: Command | Definition) -> None:
        """Add a command, or the place of a function's body, to the result."""
        self._count += 1
        if self._count > COMMANDS_MAX_COUNT:
            raise PastBoundError(reasons.past_bound(COMMANDS_MAX_COUNT, "commands"))
        self.commands.append(command)

    def spend(self, characters: int) -> None:
        """Count characters that an expansion made."""
        self._characters += characters
        if self._characters > EXPANDED_MAX_CHARACTERS:
            raise PastBoundError(reasons.past_bound(EXPANDED_MAX_CHARACTERS, "expanded characters"))

    def exists(self, path: str, state: State) -> bool | None:
        """Whether a folder exists when the command runs; None where that is not certain."""
        if state.host is not None:
            return None
        if self.setting.is_folder(path):
            return None if self.removes else True
        return None if self.makes or self._elsewhere() else False

    def _elsewhere(self) -> bool:
        """Whether the session's own folder is missing: then nothing missing here says anything."""
        folder = self.setting.folder
        return folder is not None and not self.setting.is_folder(folder)

    def run_list(self, items: Sequence[syntax.ListItem], state: State, scene: Scene) -> Outcome:
        """Trace a list; what stands behind an `exit` is listed as conditional."""
        self._depth += 1
        if self._depth > TRACE_DEPTH_MAX_LEVELS:
            raise PastBoundError(reasons.past_bound(TRACE_DEPTH_MAX_LEVELS, "levels"))
        outcome = unchanged(state, status=True)
        ended = False
        for item in items:
            after = outcome.after
            if after is None:
                ended = True
                after = attrs.evolve(state, guarded=True)
            state = after
            outcome = self._run_item(item, state, scene)
        self._depth -= 1
        return Outcome(None, None) if ended else outcome

    def run_script(self, items: Sequence[syntax.ListItem], state: State, scene: Scene) -> Outcome:
        """Trace a whole script line by line: an error in an expansion ends only its line."""
        outcome = unchanged(state, status=True)
        ended = False
        for line in _lines(items, scene.source):
            after = outcome.after
            ended = ended or after is None
            state = after or attrs.evolve(state, guarded=True)
            outcome = self.run_list(line, state, scene)
            if outcome.after is not None and outcome.after.stopped is not None:
                outcome = unchanged(settled(outcome.after))
        return Outcome(None, None) if ended else outcome

    def run_apart(
        self, items: Sequence[syntax.ListItem], state: State, scene: Scene
    ) -> bool | None:
        """Trace a list in a subshell, which changes nothing here; its status if certain."""
        outcome = self.run_list(items, state, attrs.evolve(scene, in_function=False))
        return outcome.status if outcome.after is not None else None

    def _run_item(self, item: syntax.ListItem, state: State, scene: Scene) -> Outcome:
        if item.background:
            apart = attrs.evolve(scene.at(background=True), in_function=False)
            self._run_and_or(item, state, apart)
            return unchanged(state, status=True)
        return self._run_and_or(item, state, scene)

    def _run_and_or(self, item: syntax.ListItem, state: State, scene: Scene) -> Outcome:
        outcome = self._run_pipeline(item.pipelines[0], state, scene)
        if not item.operators:
            return outcome
        maybe = scene.at(conditional=True)
        for operator, pipeline in zip(item.operators, item.pipelines[1:], strict=True):
            start = outcome.passed if operator == "&&" else outcome.failed
            right = self._run_pipeline(pipeline, start or state, maybe)
            combine = and_then if operator == "&&" else or_else
            outcome = combine(outcome, right)
        return outcome

    def _run_pipeline(self, pipeline: syntax.Pipeline, state: State, scene: Scene) -> Outcome:
        commands = pipeline.commands
        if not commands:
            return unchanged(state, status=not pipeline.negated)
        if len(commands) == 1:
            outcome = self.run_command(commands[0], state, scene)
            return outcome.negated() if pipeline.negated else outcome
        last = len(commands) - 1
        fed: Value | None = None
        for index, command in enumerate(commands):
            place = scene.place
            start = len(self.commands)
            member = scene.at(
                piped_in=place.piped_in or index > 0, piped_out=place.piped_out or index < last
            )
            stdin = scene.stdin if index == 0 else fed
            member = attrs.evolve(member, in_function=False, stdin=stdin)
            self.run_command(command, state, member)
            fed = self._fed(command, start, state)
        # The last member runs in this shell where `lastpipe` is set, which makes `cd` uncertain.
        return unchanged(state if state.plain_cd else state.forget_everything())

    def _fed(self, command: syntax.Command, start: int, state: State) -> Value | None:
        """Give what a member of a pipeline prints for the next one, if it is certain."""
        if not isinstance(command, SimpleCommand):
            return None
        text = printed_text(self.commands[start:], state)
        return None if text is None else Value(text, start=command.start, end=command.end)

    def run_command(self, command: syntax.Command, state: State, scene: Scene) -> Outcome:
        """Trace one command of any kind."""
        if isinstance(command, SimpleCommand):
            return run_simple(self, command, state, scene)
        if isinstance(command, Function):
            return self._define(command, state, scene)
        return compounds.run_compound(self, command, state, scene)

    def _define(self, function: Function, state: State, scene: Scene) -> Outcome:
        self.function_names.add(function.name)
        if id(function) not in self.sources:
            self.sources[id(function)] = scene.source
            definition = Definition(function, scene, state)
            self._definitions.append(definition)
            self.emit(definition)
        functions = {**state.functions, function.name: function}
        return unchanged(attrs.evolve(state, functions=functions), status=True)

    def substitute(self, node: syntax.Substitution, state: State, scene: Scene) -> str | Unknown:
        """Trace a substitution's script, and give its output where that is certain."""
        place = attrs.evolve(scene.place, substitution=True, piped_in=False, piped_out=False)
        inside = attrs.evolve(scene, place=place, source=node.source or scene.source)
        start = len(self.commands)
        self.run_apart(node.body, state, inside)
        if node.kind == "input" and is_one_simple_command(node):
            text = printed_text(self.commands[start:], state)
            self._printed[id(node)] = node, text
        if node.kind in {"input", "output"} or node.unreadable is not None:
            return Unknown("a substitution's output is known only at run time")
        return certain_output(node, self.commands[start:], state)

    def printed_by(self, words: Iterable[syntax.Word]) -> dict[int, str]:
        """Give, by the place of its word, what each `<(…)` among the words certainly prints."""
        if not self._printed:
            return {}
        found = {word.start: self._printed.get(id(word.parts[0])) for word in words if word.parts}
        return {at: known[1] for at, known in found.items() if known and known[1] is not None}

    def finished(self) -> tuple[Command, ...]:
        """Give all commands, with the bodies of functions that nobody called where they stand."""
        for waiting in self._definitions:
            if id(waiting.function) not in self.called:
                self._list_body(waiting)
        return tuple(_flattened(self.commands))

    def _list_body(self, waiting: Definition) -> None:
        self.called.add(id(waiting.function))
        before, self.commands = self.commands, waiting.body
        self.makes = self.removes = True
        scene = waiting.scene.at(function=True, conditional=True, compound=True)
        scene = attrs.evolve(scene, in_function=True, calls=scene.calls + 1)
        state = attrs.evolve(waiting.state.forget_everything(), locals={})
        self.returns.append([])
        self.run_command(waiting.function.body, state, scene)
        self.returns.pop()
        self.commands = before


def _lines(items: Sequence[syntax.ListItem], source: str) -> Iterator[Sequence[syntax.ListItem]]:
    """Give the items of a script by lines as bash reads them, here-documents left out."""
    start = 0
    for index in range(1, len(items)):
        if "\n" in source[items[index - 1].end : items[index].start]:
            yield items[start:index]
            start = index
    if items:
        yield items[start:]


def _flattened(commands: Iterable[Command | Definition]) -> Iterator[Command]:
    for command in commands:
        if isinstance(command, Definition):
            yield from _flattened(command.body)
        else:
            yield command
