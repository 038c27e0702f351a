"""Calls of the script's own functions: their arguments, their locals, and what they leave."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from host.shell.evaluation import may_stop
from host.shell.flow import Outcome, join, unchanged
from host.shell.limits import CALL_DEPTH_MAX_LEVELS

if TYPE_CHECKING:
    from host.shell.scene import Call
    from host.shell.state import State
    from host.shell.tracer import Tracer


def call_function(tracer: Tracer, call: Call, name: str) -> Outcome:
    """Trace the body of a function that the script defines."""
    function = call.state.functions[name]
    state = call.state
    if function is None or call.scene.calls >= CALL_DEPTH_MAX_LEVELS:
        return unchanged(may_stop(state.forget_everything()))
    tracer.called.add(id(function))
    temporary = state.temporary.union(name for name, _ in call.assignments)
    inside = attrs.evolve(state.place_arguments(_positional(call)), locals={}, temporary=temporary)
    scene = attrs.evolve(
        call.scene.at(function=True, compound=True), in_function=True, calls=call.scene.calls + 1
    )
    scene = attrs.evolve(scene, source=tracer.sources.get(id(function), scene.source))
    tracer.returns.append([])
    outcome = tracer.run_command(function.body, inside, scene)
    returned = tracer.returns.pop()
    passed, failed = _left(outcome.passed, state), _left(outcome.failed, state)
    for at in returned:
        back = _left(at, state)
        passed = back if passed is None else join(passed, back)
        failed = back if failed is None else join(failed, back)
    return Outcome(passed, failed, None if returned else outcome.status)


def _positional(call: Call) -> tuple[str, ...] | None:
    texts = [text for text in call.texts[1:] if text is not None]
    return tuple(texts) if len(texts) == len(call.texts) - 1 else None


def _left(state: State | None, caller: State) -> State | None:
    """Give the state behind a call: locals are as they were, and so are the arguments."""
    if state is None:
        return None
    stopped = _left(state.stopped, caller)
    own = dict(state.locals or {})
    if own.pop("-", None) is not None:
        state = attrs.evolve(
            state,
            globbing=caller.globbing,
            bracing=caller.bracing,
            plain_cd=caller.plain_cd and state.plain_cd,
        )
    for name, value in own.items():
        state = state.assign(name, value)
    return attrs.evolve(
        state,
        locals=caller.locals,
        positional=caller.positional,
        temporary=caller.temporary,
        stopped=stopped,
    )
