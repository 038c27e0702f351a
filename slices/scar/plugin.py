"""Declares the scar slice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.hook import Crude, Hook, Probe, Slice
from host.hookspecs import hookimpl
from host.idle import IDLE
from slices.scar import arms, closed, options, triggers
from slices.scar.origins import ORIGINS
from slices.scar.own.places import declared

if TYPE_CHECKING:
    from host.call import Tool

SHELL: frozenset[Tool] = frozenset({"shell"})


@hookimpl
def tidegate_slice() -> Slice:
    """Return the slice: each scar that ships is one control; calls are looked at on both sides."""
    return Slice(
        hooks=(
            Hook(
                event="tool.call",
                phase="check",
                tools=SHELL,
                triggers=triggers.TRIGGERS,
                run=arms.check,
                on_error=closed.on_error,
            ),
            Hook(
                event="tool.call",
                phase="check",
                tools=SHELL,
                watched=True,
                folders=declared(),
                run=arms.check_own,
                on_error=closed.own_on_error,
            ),
            Hook(
                event="tool.call",
                phase="check",
                tools=SHELL,
                idle=IDLE,
                run=arms.note,
                on_error=closed.run_on,
            ),
            Hook(
                event="tool.result",
                phase="after",
                tools=SHELL,
                idle=IDLE,
                run=arms.look,
                on_error=closed.after_on_error,
            ),
            Hook(
                event="tool.result",
                phase="after",
                tools=SHELL,
                watched=True,
                folders=declared(),
                run=arms.look_own,
                on_error=closed.own_after_on_error,
            ),
            Hook(
                event="session.start",
                phase="after",
                run=arms.forget,
                on_error=closed.run_on,
            ),
            Hook(
                event="session.start",
                phase="after",
                run=arms.tell_own,
                on_error=closed.run_on,
            ),
        ),
        crude=Crude(**triggers.CRUDE),
        controls=ORIGINS,
        probes=(
            Probe(command="cat > app.py <<'EOF'\nprint(1)\nEOF", expect="deny"),
            Probe(command="git status --short", expect="run"),
        ),
        options=options.Options,
        describe_options=options.DESCRIBE,
    )
