"""A simple command: its words expanded, its redirections, and what it leaves behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from host.shell.calls import emit, invoke
from host.shell.command import Value
from host.shell.effects import has_slash
from host.shell.evaluation import after_subscript, bind, may_stop
from host.shell.expand import Expander, is_number_word
from host.shell.flow import Outcome, join, unchanged
from host.shell.redirecting import may_fail, redirected, standard_input
from host.shell.scene import Call
from host.shell.state import ANY_CHANGE
from host.shell.syntax import Text
from host.shell.variables import UNSET, Array, Unknown, is_name, is_number, scalar
from host.shell.word_effects import DECLARING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from host.shell.command import Redirect
    from host.shell.scene import Scene
    from host.shell.state import State
    from host.shell.syntax import Assignment, SimpleCommand, Word
    from host.shell.tracer import Tracer
    from host.shell.variables import Variable

SPLIT = "the shell may split the value of a declaration"
KEYWORD = "it may be an assignment of the command"
ALIAS = Value(None, "the word is an alias", many=True)


def run_simple(tracer: Tracer, node: SimpleCommand, state: State, scene: Scene) -> Outcome:
    """Trace one simple command: words, then redirections, then its own assignments."""
    expander = expander_for(tracer, state, scene)
    start = len(tracer.commands)
    arguments = _arguments(node.words, expander)
    redirects = redirected(node.redirections, expander) if arguments else ()
    state, end = expander.state, len(tracer.commands)
    assigned, pairs, touched = _assign(node.assignments, expander)
    if end > start and len(tracer.commands) > end:
        # Bash runs the scripts in the words first; they are listed as they stand.
        tracer.commands[start:] = tracer.commands[end:] + tracer.commands[start:end]
    if not arguments:
        redirects = redirected(node.redirections, expander)
        assigned = expander.state
    call = Call(
        arguments,
        _with_exported(node.assignments, assigned, state) if arguments else assigned,
        scene,
        redirects=redirects,
        assignments=pairs,
        syntax=node,
        printed=tracer.printed_by(node.words),
        has_slash=bool(arguments) and arguments[0].text is None and has_slash(node.words[0]),
        stdin=standard_input(redirects, scene.stdin),
    )
    if not arguments or arguments[0].many:
        emit(tracer, attrs.evolve(call, state=state))
        return with_redirects(_without_program(tracer, call, assigned), state, redirects)
    outcome = with_redirects(invoke(tracer, call), state, redirects)
    names = [assignment.name for assignment in node.assignments]
    return _restored(outcome, names, state, touched | _kept(call, names)) if names else outcome


def _kept(call: Call, names: Sequence[str]) -> set[str]:
    """Give the names that may stay what the command made of them, and not of programs."""
    name = call.texts[0]
    state = call.state
    stays = state.keywords or state.dialect != "bash"
    return set(names) if stays or name in _KEEPS or name in state.functions else set()


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
    if not redirects:
        return outcome
    if not may_fail(redirects) or (outcome.passed is before and outcome.failed is before):
        return attrs.evolve(outcome, status=None) if may_fail(redirects) else outcome
    return Outcome(outcome.passed, join(before, outcome.failed), None)


_KEEPS = DECLARING | frozenset(("command", "builtin", "eval", ".", "source"))
"""Behind these and functions, what a command's own assignment says may be the shell's too."""


def _arguments(words: Sequence[Word], expander: Expander) -> tuple[Value, ...]:
    name = words[0].literal if words else None
    if expander.state.keywords:
        return tuple(value for word in words for value in _keyword(word, expander))
    if name in DECLARING:
        return tuple(value for word in words for value in _declared(word, expander))
    arguments = expander.arguments(words)
    if name in expander.state.aliases and arguments and not arguments[0].quoted:
        # What it stands for may take the words behind it in another way, or not at all.
        return (attrs.evolve(ALIAS, start=words[0].start, end=words[-1].end),)
    return arguments


def _keyword(word: Word, expander: Expander) -> Sequence[Value]:
    """Expand a word that may be an assignment of the command (`set -k`)."""
    values = expander.word(word)
    first = word.parts[0] if word.parts else None
    if not isinstance(first, Text) or first.quoted or "=" not in first.value:
        return values
    name = first.value.partition("=")[0].partition("[")[0].removesuffix("+")
    if not is_name(name):
        return values
    expander.state = expander.state.forget([name])
    return (Value(None, KEYWORD, many=True, start=word.start, end=word.end),)


def _declared(word: Word, expander: Expander) -> Sequence[Value]:
    first = word.parts[0] if word.parts else None
    if isinstance(first, Text) and not first.quoted and "=" in first.value:
        name = first.value.partition("=")[0].removesuffix("+")
        if is_name(name) and (expander.state.dialect == "bash" or word.literal is not None):
            return expander.declared(word)
        if is_name(name):
            # Not every shell takes the word for an assignment before it splits it.
            value = expander.single(word, named=True)
            return (attrs.evolve(value, text=None, why=SPLIT, outline=f"{name}=${{_}}"),)
    return expander.word(word)


def _without_program(tracer: Tracer, call: Call, assigned: State) -> Outcome:
    """Only assignments and redirections, or a first word that may be anything."""
    if call.arguments:
        tracer.makes = True
        return unchanged(may_stop(assigned.forget_everything()))
    node = call.syntax
    if (
        node is None
        or node.words
        or any(a.value and a.value.substitutions for a in node.assignments)
    ):
        return unchanged(assigned)
    return unchanged(assigned, status=True)


def _assign(
    assignments: Sequence[Assignment], expander: Expander
) -> tuple[State, tuple[tuple[str, Value], ...], set[str]]:
    """Make assignments; give the state, the values, and the names that their values assign too."""
    pairs: list[tuple[str, Value]] = []
    touched: set[str] = set()
    names = {assignment.name for assignment in assignments}
    for assignment in assignments:
        before = expander.state.variables
        expander.texts_in(assignment.nested)
        if assignment.index is not None:
            expander.state = after_subscript(f"[{assignment.index}]", expander.state)
        variable, value = _assigned(assignment, expander)
        after = expander.state.variables
        if after is not before:
            touched.update(name for name in names if before.get(name) is not after.get(name))
        pairs.append((assignment.name, value))
        expander.state = _bound(assignment, variable, expander.state)
    return expander.state, tuple(pairs), touched


def _bound(assignment: Assignment, variable: Variable, state: State) -> State:
    name = assignment.name
    if assignment.index is None and assignment.array is None:
        return bind(state, name, variable)
    return bind(state, name, ANY_CHANGE) if name in state.fixed else state.assign(name, variable)


def _assigned(assignment: Assignment, expander: Expander) -> tuple[Variable, Value]:
    if assignment.array is not None:
        return _array(assignment, expander)
    text: Variable = ""
    value = Value("", start=assignment.end, end=assignment.end)
    if assignment.value is not None:
        value = expander.single(assignment.value)
        number = is_number_word(assignment.value, expander.state)
        unknown = Unknown(value.why or "", "number" if number else "text")
        text = unknown if value.text is None else value.text
    before = expander.state.lookup(assignment.name)
    if assignment.index is not None:
        return _element(assignment, before, text), value
    if assignment.append and before is not UNSET:
        if expander.state.dialect != "bash":
            return ANY_CHANGE, value
        first = scalar(before)
        certain = isinstance(first, str) and isinstance(text, str)
        text = f"{first}{text}" if certain else Unknown("what it appends to is not certain", "text")
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
    if not (index.isdigit() and is_number(index)) or assignment.append:
        return Unknown("the element assigned is not certain")
    if not isinstance(text, str) or not (fresh or isinstance(before, Array)):
        return Unknown("the other elements are not certain")
    items = before.items if isinstance(before, Array) else {}
    whole = before.whole if isinstance(before, Array) else True
    return Array({**items, int(index): text}, whole)


def _with_exported(assignments: Sequence[Assignment], assigned: State, state: State) -> State:
    """Give the state that the program sees: the assignments before it, exported."""
    if not assignments:
        return state
    names = {assignment.name for assignment in assignments}
    return attrs.evolve(assigned, exported=assigned.exported | names)


def _restored(outcome: Outcome, names: Sequence[str], before: State, kept: set[str]) -> Outcome:
    """Give the outcome without the assignments that were only the program's."""

    def back(state: State | None) -> State | None:
        if state is None:
            return None
        stopped = back(state.stopped)
        exported = before.exported | (state.exported - set(names))
        state = state.restore(names, before).forget(sorted(kept))
        return attrs.evolve(state, exported=exported, stopped=stopped)

    return Outcome(back(outcome.passed), back(outcome.failed), outcome.status)
