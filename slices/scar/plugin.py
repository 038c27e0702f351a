"""Declares the scar slice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.hook import Control, Crude, Hook, Slice
from host.hookspecs import hookimpl
from slices.scar import catalogue, closed, judge, options, triggers
from slices.scar.after import look, snapshot
from slices.scar.idle import IDLE

if TYPE_CHECKING:
    from host.call import Tool

SHELL: frozenset[Tool] = frozenset({"shell"})


@hookimpl
def tidegate_slice() -> Slice:
    """Return the slice: each scar that ships is one control, and each call has two looks."""
    return Slice(
        hooks=(
            Hook(
                event="tool.call",
                phase="check",
                tools=SHELL,
                triggers=triggers.TRIGGERS,
                run=judge.check,
                on_error=closed.on_error,
            ),
            Hook(
                event="tool.call",
                phase="check",
                tools=SHELL,
                idle=IDLE,
                run=snapshot.take,
                on_error=closed.run_on,
            ),
            Hook(
                event="tool.result",
                phase="after",
                tools=SHELL,
                idle=IDLE,
                run=look.look,
                on_error=closed.after_on_error,
            ),
            Hook(
                event="session.start",
                phase="after",
                run=snapshot.forget,
                on_error=closed.run_on,
            ),
        ),
        crude=Crude(**triggers.CRUDE),
        controls=tuple(
            Control(
                name=scar.id,
                incident=scar.origin,
                evidence=scar.evidence,
                remove_when=scar.retire_when,
            )
            for scar in catalogue.shipped()
        ),
        options=options.Options,
        describe_options=options.DESCRIBE,
    )
