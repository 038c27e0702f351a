"""Compound commands: how the ways through them part and meet again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from host.shell.arithmetic import expression_of, tested
from host.shell.calls import placed
from host.shell.command import Command
from host.shell.evaluation import (
    A_NUMBER,
    after_arithmetic,
    after_names,
    after_touch,
    bind,
    may_stop,
)
from host.shell.flow import Outcome, join, unchanged
from host.shell.limits import LOOP_WORDS_MAX_COUNT, LOOPS_MAX_ITERATIONS
from host.shell.redirecting import redirect_uses, redirected
from host.shell.simple import expander_for, with_redirects
from host.shell.state import ANY_CHANGE
from host.shell.syntax import (
    ArithmeticCommand,
    ArithmeticFor,
    Case,
    Conditional,
    Coprocess,
    For,
    Group,
    If,
    Loop,
    Subshell,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from host.shell.command import Redirect
    from host.shell.scene import Scene
    from host.shell.state import State
    from host.shell.syntax import Redirection
    from host.shell.tracer import Tracer
    from host.shell.word_effects import Effects


def _redirections(
    tracer: Tracer, nodes: tuple[Redirection, ...], state: State, scene: Scene
) -> tuple[tuple[Redirect, ...], State]:
    """Deliver a compound command's redirections as a command without arguments."""
    if not nodes:
        return (), state
    expander = expander_for(tracer, state, scene)
    redirects = redirected(nodes, expander)
    tracer.emit(
        Command(
            arguments=(),
            redirects=redirects,
            folder=state.folder,
            base=state.folder,
            host=state.host,
            place=attrs.evolve(placed(scene, state), compound=True),
            wrappers=scene.wrappers,
            files=redirect_uses(redirects, state.host),
            source=scene.source,
        )
    )
    return redirects, expander.state


def _subshell(tracer: Tracer, node: Subshell, state: State, scene: Scene) -> Outcome:
    inside = scene.at(subshell=True, compound=True)
    return unchanged(state, status=tracer.run_apart(node.body, state, inside))


def _group(tracer: Tracer, node: Group, state: State, scene: Scene) -> Outcome:
    return tracer.run_list(node.body, state, scene.at(compound=True))


def _if(tracer: Tracer, node: If, state: State, scene: Scene) -> Outcome:
    maybe = scene.at(compound=True, conditional=True)
    condition_scene = scene.at(compound=True)
    ends: list[State | None] = []
    at: State | None = state
    reached = True
    for condition, body in node.branches:
        outcome = tracer.run_list(condition, at or state, condition_scene)
        condition_scene = maybe
        branch = tracer.run_list(body, outcome.passed or state, maybe)
        if reached and outcome.status is not False:
            ends.append(None if outcome.passed is None else branch.after)
        reached = reached and outcome.status is not True
        at = outcome.failed
    if node.otherwise is not None:
        after = tracer.run_list(node.otherwise, at or state, maybe).after
        at = None if at is None else after
    if reached:
        ends.append(at)
    return _met(ends)


def _met(ends: list[State | None]) -> Outcome:
    """Give the outcome where several ways meet, of which one is taken."""
    met = ends[0]
    for end in ends[1:]:
        met = join(met, end)
    return Outcome(met, met)


def _loop(tracer: Tracer, node: Loop, state: State, scene: Scene) -> Outcome:
    effects = tracer.effects.of(node)
    state = _before_loop(tracer, state, effects)
    scene = scene.at(compound=True)
    tracer.run_list(node.condition, state, scene)
    tracer.run_list(node.body, state, scene.at(conditional=True))
    return unchanged(state)


def _before_loop(tracer: Tracer, state: State, effects: Effects) -> State:
    """Give the state at the start of any turn of a loop, and behind it."""
    tracer.makes = True
    tracer.removes = tracer.removes or effects.removes
    if effects.everything:
        return state.forget_everything()
    state = after_names(sorted(effects.names), state)
    once = state
    for name in sorted(effects.numbers):
        once = bind(once, name, A_NUMBER)
    for expression in sorted(effects.expressions, key=str):
        once = after_arithmetic(expression, once)
    # At the start of a turn there was none before, or one of any number.
    state = join(state, once) or state
    if effects.folder:
        state = attrs.evolve(state, folder=None, stack=None)
    if effects.expressions or effects.stops:
        state = may_stop(state)
    return attrs.evolve(state, guarded=state.guarded or effects.jumps)


def _for(tracer: Tracer, node: For, state: State, scene: Scene) -> Outcome:
    expander = expander_for(tracer, state, scene)
    values = None if node.words is None else expander.arguments(node.words)
    state = expander.state
    scene = scene.at(compound=True)
    inside = scene.at(conditional=True)
    texts = state.positional if values is None else tuple(value.text for value in values)
    effects = tracer.effects.of(node)
    if node.kind == "select" or texts is None or not _can_unroll(tracer, texts):
        state = _before_loop(tracer, state, effects)
        tracer.run_list(node.body, bind(state, node.name, ANY_CHANGE), inside)
        return unchanged(state)
    if not texts:
        tracer.run_list(node.body, bind(state, node.name, ANY_CHANGE), inside)
        return unchanged(state, status=True)
    if effects.jumps:
        state = _before_loop(tracer, state, effects)
    at: State | None = state
    for text in texts:
        tracer.iterations += 1
        state = bind(at or state, node.name, text or "")
        after = tracer.run_list(node.body, state, inside).after
        at = None if at is None else after
    if effects.jumps:
        state = _before_loop(tracer, state, effects)
        return unchanged(state)
    return Outcome(at, at)


def _can_unroll(tracer: Tracer, texts: tuple[str | None, ...]) -> bool:
    few = len(texts) <= LOOP_WORDS_MAX_COUNT
    return few and None not in texts and tracer.iterations + len(texts) <= LOOPS_MAX_ITERATIONS


def _arithmetic_for(tracer: Tracer, node: ArithmeticFor, state: State, scene: Scene) -> Outcome:
    expander_for(tracer, state, scene).texts_in(node.nested)
    state = _before_loop(tracer, state, tracer.effects.of(node))
    tracer.run_list(node.body, state, scene.at(compound=True, conditional=True))
    return unchanged(state)


def _case(tracer: Tracer, node: Case, state: State, scene: Scene) -> Outcome:
    expander = expander_for(tracer, state, scene)
    expander.single(node.subject, assignment=False)
    for arm in node.arms:
        for pattern in arm.patterns:
            expander.single(pattern, assignment=False)
    state = expander.state
    inside = scene.at(compound=True, conditional=True)
    ends: list[State | None] = [state]
    fallen: State | None = None
    for arm in node.arms:
        start = state if fallen is None else join(state, fallen)
        end = tracer.run_list(arm.body, start or state, inside).after
        fallen = end if arm.terminator == ";&" else None
        if arm.terminator == ";;&" and end is not state:
            # A later arm may start from here too: nothing about the variables is certain.
            state = (end or state).forget_everything()
        ends.append(end)
    return _met(ends)


def _arithmetic(tracer: Tracer, node: ArithmeticCommand, state: State, scene: Scene) -> Outcome:
    expander_for(tracer, state, scene).texts_in(node.nested)
    return unchanged(after_arithmetic(expression_of(node), state))


def _conditional(tracer: Tracer, node: Conditional, state: State, scene: Scene) -> Outcome:
    expander = expander_for(tracer, state, scene)
    texts = [expander.single(word, assignment=False).text for word in node.words]
    state = expander.state
    state = after_touch(tested(node.words, texts), state)
    return unchanged(state.assign("BASH_REMATCH", ANY_CHANGE))


def _coprocess(tracer: Tracer, node: Coprocess, state: State, scene: Scene) -> Outcome:
    inside = attrs.evolve(
        scene.at(background=True, subshell=True, compound=True, piped_in=True, piped_out=True),
        in_function=False,
    )
    tracer.run_command(node.body, state, inside)
    name = node.name or "COPROC"
    return unchanged(after_names([name, f"{name}_PID"], state), status=True)


_RUNNERS: dict[type, Callable[[Any, Any, Any, Any], Outcome]] = {
    Subshell: _subshell,
    Group: _group,
    If: _if,
    Loop: _loop,
    For: _for,
    ArithmeticFor: _arithmetic_for,
    Case: _case,
    ArithmeticCommand: _arithmetic,
    Conditional: _conditional,
    Coprocess: _coprocess,
}


def run_compound(tracer: Tracer, node: Any, state: State, scene: Scene) -> Outcome:
    """Trace a compound command: its redirections first, then its body."""
    redirects, state = _redirections(tracer, getattr(node, "redirections", ()), state, scene)
    outcome = _RUNNERS[type(node)](tracer, node, state, scene)
    return with_redirects(outcome, state, redirects)
