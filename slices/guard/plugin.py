"""Declares the guard slice."""

from __future__ import annotations

from host.hook import Control, Crude, Hook, Probe, Slice
from host.hookspecs import hookimpl
from slices.guard import arms, closed, options, triggers

PRINT_DENY = Control(
    name="print deny",
    incident=(
        "Agents print whole files through the shell, and the same text enters the context again"
        " each time; then an edit is refused, because only the read tool counts as having read."
    ),
    evidence=(
        "The client's strings hold a stub for a repeated read of unchanged lines; a print never"
        " gets one. How often the stub is given depends on version and model, so the saving is"
        " to be measured on recorded sessions."
    ),
    remove_when="The client answers a repeated print of a file with a stub too.",
)


@hookimpl
def tidegate_slice() -> Slice:
    """Return the slice: one check of shell calls, and the valve's watch on reads."""
    return Slice(
        hooks=(
            Hook(
                event="tool.call",
                phase="check",
                tools=frozenset({"shell"}),
                triggers=triggers.TRIGGERS,
                run=arms.check,
                on_error=closed.on_error,
            ),
            Hook(
                event="tool.call",
                phase="check",
                tools=frozenset({"read"}),
                watched=True,
                run=arms.note_read,
                on_error=closed.run_on,
            ),
            Hook(
                event="session.compact",
                phase="after",
                run=arms.start_afresh,
                on_error=closed.run_on,
            ),
            Hook(
                event="session.start",
                phase="after",
                run=arms.start_afresh,
                on_error=closed.run_on,
            ),
        ),
        crude=Crude(**triggers.CRUDE),
        controls=(PRINT_DENY,),
        probes=(
            Probe(command="cat notes.txt", expect="deny", files={"notes.txt": "one\ntwo\n"}),
            Probe(command="git status --short", expect="run"),
        ),
        options=options.Options,
        describe_options=options.DESCRIBE,
    )
