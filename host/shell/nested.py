"""Scripts inside a script: strings that another shell, or this one once more, reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from host.shell.limits import CALL_DEPTH_MAX_LEVELS
from host.shell.syntax import Unreadable
from host.shell.word_effects import Effects

if TYPE_CHECKING:
    from host.shell.flow import Outcome
    from host.shell.scene import NestedScript
    from host.shell.tracer import Tracer


def nested_effects(tracer: Tracer, script: NestedScript) -> Effects:
    """Give what the script may change in the shell that runs it."""
    from host.shell import parse

    tree = None if script.value.text is None else parse(script.value.text)
    if tree is None or isinstance(tree, Unreadable):
        return Effects(everything=True)
    return tracer.effects.of_list(tree.body)


def run_nested(tracer: Tracer, script: NestedScript) -> Outcome | None:
    """Trace the script; None where its text is not certain enough, or too deep, to read."""
    from host.shell import parse

    text = script.value.text if script.value.text is not None else script.value.outline
    if text is None or script.scene.calls >= CALL_DEPTH_MAX_LEVELS:
        return None
    tracer.spend(len(text))
    tree = parse(text)
    if isinstance(tree, Unreadable):
        return None
    scene = attrs.evolve(
        script.scene.at(nested=True), source=tree.source, calls=script.scene.calls + 1
    )
    return tracer.run_script(tree.body, script.state, scene)
