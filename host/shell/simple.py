"""A simple command: its words expanded, its redirections, and what it leaves behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from host.shell.arithmetic import names_assigned_in
from host.shell.assigning import DECLARING
from host.shell.calls import emit, invoke
from host.shell.command import Value
from host.shell.effects import has_slash
from host.shell.expand import Expander
from host.shell.flow import Outcome, join, unchanged
from host.shell.redirecting import may_fail, redirected, standard_input
from host.shell.scene import Call
from host.shell.syntax import Text
from host.shell.variables import UNSET, Array, Unknown, is_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from host.shell.command import Redirect
    from host.shell.scene import Scene
    from host.shell.state import State
    from host.shell.syntax import Assignment, SimpleCommand, Word
    from host.shell.tracer import Tracer
    from host.shell.variables import Variable

ALIAS = Value(None, "the word is an alias", many=True)


def run_simple(tracer: Tracer, node: SimpleCommand, state: State, scene: Scene) -> Outcome:
    """Trace one simple command."""
    assigned, pairs = _assign(tracer, node.assignments, state, scene)
    expander = expander_for(tracer, state, scene)
    arguments = _arguments(node.words, expander)
    redirects = redirected(node.redirections, expander)
    state = expander.state
    call = Call(
        arguments,
        _with_exported(node.assignments, assigned, state),
        scene,
        redirects=redirects,
        assignments=pairs,
        syntax=node,
        has_slash=bool(node.words) and has_slash(node.words[0]),
        stdin=standard_input(redirects, scene.stdin),
    )
    if not arguments or arguments[0].many:
        emit(tracer, attrs.evolve(call, state=state))
        return with_redirects(_without_program(tracer, call, assigned), state, redirects)
    outcome = with_redirects(invoke(tracer, call), state, redirects)
    names = [assignment.name for assignment in node.assignments]
    return _restored(outcome, names, state) if names else outcome


def expander_for(tracer: Tracer, state: State, scene: Scene) -> Expander:
    """Give an expander whose substitutions are traced where they stand."""
    return Expander(
        state,
        scene.source,
        lambda node, at: tracer.substitute(node, at, scene),
        tracer.spend,
    )


def with_redirects(outcome: Outcome, before: State, redirects: Sequence[Redirect]) -> Outcome:
    """Give the outcome where a redirection may fail and the command then not run."""
    if not may_fail(redirects) or (outcome.passed is before and outcome.failed is before):
        return attrs.evolve(outcome, status=None) if may_fail(redirects) else outcome
    return Outcome(outcome.passed, join(before, outcome.failed), None)


def _arguments(words: Sequence[Word], expander: Expander) -> tuple[Value, ...]:
    name = words[0].literal if words else None
    if name in DECLARING:
        return tuple(value for word in words for value in _declared(word, expander))
    arguments = expander.arguments(words)
    if name in expander.state.aliases and arguments and not arguments[0].quoted:
        return (attrs.evolve(ALIAS, start=words[0].start, end=words[0].end), *arguments[1:])
    return arguments


def _declared(word: Word, expander: Expander) -> Sequence[Value]:
    first = word.parts[0] if word.parts else None
    if isinstance(first, Text) and not first.quoted and "=" in first.value:
        name = first.value.partition("=")[0].removesuffix("+")
        if is_name(name):
            return (expander.single(word, named=True),)
    return expander.word(word)


def _without_program(tracer: Tracer, call: Call, assigned: State) -> Outcome:
    """Only assignments and redirections, or a first word that may be anything."""
    if call.arguments:
        tracer.makes = True
        return unchanged(assigned.forget_everything())
    node = call.syntax
    if (
        node is None
        or node.words
        or any(a.value and a.value.substitutions for a in node.assignments)
    ):
        return unchanged(assigned)
    return unchanged(assigned, status=True)


def _assign(
    tracer: Tracer, assignments: Sequence[Assignment], state: State, scene: Scene
) -> tuple[State, tuple[tuple[str, Value], ...]]:
    pairs: list[tuple[str, Value]] = []
    for assignment in assignments:
        expander = expander_for(tracer, state, scene)
        expander.texts_in(assignment.nested)
        variable, value = _assigned(assignment, expander)
        pairs.append((assignment.name, value))
        state = expander.state.forget(names_assigned_in(assignment.index or ""))
        state = state.assign(assignment.name, variable)
    return state, tuple(pairs)


def _assigned(assignment: Assignment, expander: Expander) -> tuple[Variable, Value]:
    before = expander.state.lookup(assignment.name)
    if assignment.array is not None:
        return _array(assignment, expander)
    if assignment.value is None:
        value = Value("", start=assignment.end, end=assignment.end)
    else:
        value = expander.single(assignment.value)
    text: Variable = Unknown(value.why or "") if value.text is None else value.text
    if assignment.index is not None:
        return _element(assignment, before, text), value
    if isinstance(before, Array):
        return Unknown("it is an array"), value
    if assignment.append and before is not UNSET:
        certain = isinstance(before, str) and isinstance(text, str)
        text = f"{before}{text}" if certain else Unknown("what it appends to is not certain")
    return text, value


def _array(assignment: Assignment, expander: Expander) -> tuple[Variable, Value]:
    values = expander.arguments(assignment.array or ())
    whole = Value(None, "an array", start=assignment.start, end=assignment.end)
    indexed = any(_indexed(word) for word in assignment.array or ())
    texts = [value.text for value in values]
    if assignment.append or indexed or None in texts:
        return Unknown("the elements are not certain"), whole
    return Array({index: text or "" for index, text in enumerate(texts)}), whole


def _indexed(word: Word) -> bool:
    first = word.parts[0] if word.parts else None
    return isinstance(first, Text) and not first.quoted and first.value.startswith("[")


def _element(assignment: Assignment, before: Variable, text: Variable) -> Variable:
    index = assignment.index or ""
    fresh = before is UNSET
    if not (index.isascii() and index.isdigit() and len(index) < 9) or assignment.append:  # noqa: PLR2004
        return Unknown("the element assigned is not certain")
    if not isinstance(text, str) or not (fresh or isinstance(before, Array)):
        return Unknown("the other elements are not certain")
    items = before.items if isinstance(before, Array) else {}
    return Array({**items, int(index): text})


def _with_exported(assignments: Sequence[Assignment], assigned: State, state: State) -> State:
    """Give the state that the program sees: the assignments before it, exported."""
    if not assignments:
        return state
    names = {assignment.name for assignment in assignments}
    return attrs.evolve(assigned, exported=assigned.exported | names)


def _restored(outcome: Outcome, names: Sequence[str], before: State) -> Outcome:
    """Give the outcome without the assignments that were only the program's."""

    def back(state: State | None) -> State | None:
        if state is None:
            return None
        if before.dialect != "bash":
            return state.forget(names)
        kept = state.restore(names, before)
        return attrs.evolve(kept, exported=before.exported)

    return Outcome(back(outcome.passed), back(outcome.failed), outcome.status)
