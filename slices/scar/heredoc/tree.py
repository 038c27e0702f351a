"""Where here-documents flow in the tree of a script: down pipelines, groups and substitutions."""

# A pipeline's member gets what the members before it read, a compound command hands its input to
# its body, its redirections take up what its body reads, and a variable holds what it was given.

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
from attrs import frozen

from host.errors import BudgetSpent
from host.shell import syntax
from slices.scar.heredoc import variables
from slices.scar.limits import DOCUMENTS_MAX

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from host.shell.syntax import HereDocument, ListItem, Redirection, Substitution, Word

    Documents = tuple[HereDocument, ...]
    Key = tuple[str, int, int]


@frozen
class Reached:
    """The here-documents that reach a place: by a descriptor, and by the words that stand there."""

    inputs: Documents = ()
    words: Documents = ()

    @property
    def all(self) -> Documents:
        """Both, each document once."""
        return union(self.inputs, self.words)


NOTHING = Reached()


def union(*groups: Documents) -> Documents:
    """Return the documents of all groups, each once, in order."""
    if sum(map(bool, groups)) <= 1:
        return next(filter(None, groups), ())
    return tuple({id(one): one for group in groups for one in group}.values())


@attrs.define
class Tree:
    """What reaches each simple command (by its span) and each redirection of a compound command."""

    _commands: dict[Key, Reached] = attrs.field(factory=dict, init=False)
    _targets: dict[tuple[str, int], Reached] = attrs.field(factory=dict, init=False)
    texts: dict[int, str] = attrs.field(factory=dict, init=False)
    """The source lines of each here-document, by the identity of its node."""
    functions: dict[str, Documents] = attrs.field(factory=dict, init=False)
    """What the body of each function reads, by its name."""
    variables: dict[str, Documents] = attrs.field(factory=dict, init=False)
    """What each variable holds, as far as the walk has come."""

    def add(self, items: Iterable[ListItem], source: str, around: Documents = ()) -> None:
        """Walk a script whose shell reads `around` from its input.

        Raises `BudgetSpent` past `DOCUMENTS_MAX` here-documents.
        """
        _Walk(self, source).items(items, around)

    def of_command(self, source: str, start: int, end: int) -> Reached | None:
        """Return what reaches the simple command there, or None where none stands there."""
        return self._commands.get((source, start, end))

    def of_target(self, source: str, start: int) -> Reached | None:
        """Return what a compound command's redirection with its target there takes up."""
        return self._targets.get((source, start))

    def meet(self, document: HereDocument, source: str) -> None:
        """Keep the lines of a here-document as they stand in the script, and count it."""
        self.texts[id(document)] = source[document.start : document.end]
        if len(self.texts) > DOCUMENTS_MAX:
            message = f"more than {DOCUMENTS_MAX} here-documents"
            raise BudgetSpent(message)

    def note_command(self, key: Key, reached: Reached) -> None:
        """Keep what reaches a simple command."""
        self._commands[key] = reached

    def hold(self, name: str, documents: Documents, *, more: bool = False) -> None:
        """Keep what a variable was given: in the place of what it held, or with `more` beside."""
        self.variables[name] = union(self.variables.get(name, ()) if more else (), documents)

    def note_target(self, source: str, start: int, documents: Documents) -> None:
        """Keep what a compound command's redirection takes up."""
        self._targets[source, start] = Reached(documents)


@frozen
class _Walk:
    tree: Tree
    source: str

    def items(self, items: Iterable[ListItem], around: Documents) -> Documents:
        """Return the documents that the list reads, the ones from around where it hands them on."""
        pipelines = (pipeline for item in items for pipeline in item.pipelines)
        return union(*(self._pipeline(pipeline, around) for pipeline in pipelines))

    def _pipeline(self, pipeline: syntax.Pipeline, around: Documents) -> Documents:
        flowing = around
        for command in pipeline.commands:
            flowing = self._command(command, flowing)
        return flowing

    def _command(self, command: syntax.Command, around: Documents) -> Documents:
        if isinstance(command, syntax.SimpleCommand):
            return self._simple(command, around)
        if isinstance(command, syntax.Function):
            self.tree.functions[command.name] = self._command(command.body, ())
            return ()
        redirections = getattr(command, "redirections", ())
        inputs = self._inputs(redirections, around)
        words = self._targets(redirections, inputs)
        inside = self._inside(command, inputs)
        for redirection in redirections:
            start = redirection.target.start
            self.tree.note_target(self.source, start, union(inputs, inside, words))
        return union(inputs, inside, words)

    def _simple(self, command: syntax.SimpleCommand, around: Documents) -> Documents:
        inputs = self._inputs(command.redirections, around)
        values = [(a, self._words((a.value,), inputs)) for a in command.assignments if a.value]
        spoken = [(word, self._words((word,), inputs)) for word in command.words]
        targets = self._targets(command.redirections, inputs)
        words = union(*(found for _, found in (*values, *spoken)), targets)
        inputs = union(inputs, self._called(command))
        self.tree.note_command((self.source, command.start, command.end), Reached(inputs, words))
        for one, found in () if command.words else values:
            self.tree.hold(one.name, found, more=one.append)
        for word, found in spoken[1:]:
            if name := variables.declared(command, word):
                self.tree.hold(name, found)
        for name in variables.read_into(command):
            self.tree.hold(name, inputs)
        return union(inputs, words)

    def _called(self, command: syntax.SimpleCommand) -> Documents:
        """Return what the body of a function reads that the command calls, if it calls one."""
        name = command.words[0].literal if command.words else None
        return () if name is None else self.tree.functions.get(name, ())

    def _words(self, words: Sequence[Word], given: Documents) -> Documents:
        names = (name for word in words for name in variables.named(word))
        held = (self.tree.variables.get(name, ()) for name in names)
        return union(self._scripts(words, given), *held)

    def _scripts(self, words: Sequence[Word], given: Documents) -> Documents:
        found = (self._script(node, given) for word in words for node in word.substitutions)
        return union(*found)

    def _targets(self, redirections: Sequence[Redirection], given: Documents) -> Documents:
        """Return what stands in targets: a variable's text in a here-string, elsewhere a name."""
        strings = [one.target for one in redirections if one.operator == "<<<"]
        names = [one.target for one in redirections if one.operator[:2] != "<<"]
        return union(self._words(strings, given), self._scripts(names, given))

    def _script(self, node: Substitution, given: Documents) -> Documents:
        """Return what a substitution reads; what `>(…)` reads goes no further than into it."""
        walk = self if node.source is None else _Walk(self.tree, node.source)
        if node.kind == "output":
            walk.items(node.body, given)
            return ()
        return walk.items(node.body, ())

    def _inputs(self, redirections: Sequence[Redirection], around: Documents) -> Documents:
        """Return what can be read: the last of standard input's, and every other descriptor's."""
        standard, others = around, []
        for redirection in redirections:
            document = redirection.document
            if document is not None:
                self.tree.meet(document, self.source)
            if redirection.operator[0] != "<" or redirection.operator == "<>":
                continue
            if redirection.descriptor in {None, "0"}:
                standard = () if document is None else (document,)
            elif document is not None:
                others.append(document)
        return union(standard, tuple(others))

    def _inside(self, command: Any, inputs: Documents) -> Documents:
        lists = (self.items(items, inputs) for items in _lists(command))
        words = self._words(_own_words(command), ())
        return union(*lists, words)


def _lists(command: Any) -> Iterator[tuple[ListItem, ...]]:
    if isinstance(command, syntax.If):
        for condition, body in command.branches:
            yield from (condition, body)
        yield command.otherwise or ()
    elif isinstance(command, syntax.Loop):
        yield from (command.condition, command.body)
    elif isinstance(command, syntax.Case):
        yield from (arm.body for arm in command.arms)
    elif isinstance(command, syntax.Coprocess):
        yield _as_list(command.body)
    else:
        yield getattr(command, "body", ())


def _as_list(command: syntax.Command) -> tuple[ListItem, ...]:
    pipeline = syntax.Pipeline(command.start, command.end, (command,))
    return (syntax.ListItem(command.start, command.end, (pipeline,)),)


def _own_words(command: Any) -> Sequence[Word]:
    if isinstance(command, syntax.Case):
        return (command.subject, *(p for arm in command.arms for p in arm.patterns))
    if isinstance(command, syntax.For | syntax.Conditional):
        return command.words or ()
    return ()
