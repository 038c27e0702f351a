"""The way from a tree to the commands it would run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.shell.scene import Scene
from host.shell.state import State
from host.shell.syntax import Unreadable
from host.shell.tracer import PastBoundError, Tracer

if TYPE_CHECKING:
    from host.shell.command import Command, Setting
    from host.shell.syntax import Script


def trace(script: Script, setting: Setting) -> tuple[Command, ...] | Unreadable:
    """Give the commands that the script would run, in source order, nested ones included.

    What is not certain is None in its place. Unreadable only past a bound of `limits.py`.
    """
    tracer = Tracer(setting)
    outside = {name: value for name, value in setting.variables.items() if name != "PWD"}
    state = State(folder=setting.folder, outside=outside)
    try:
        tracer.run_script(script.body, state, Scene(script.source))
        return tracer.finished()
    except PastBoundError as error:
        return Unreadable(str(error))
    except RecursionError:
        # The bounds keep far from it, unless whoever calls is deep in the stack already.
        return Unreadable("The command is nested too deeply for the stack that is left.")
