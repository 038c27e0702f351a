"""Declares the _template slice."""

from __future__ import annotations

from host.hook import Control, Crude, Hook, Probe, Slice
from host.hookspecs import hookimpl
from slices._template import closed, judge, options, triggers

EXAMPLE_DENY = Control(
    name="example deny",
    incident="What went wrong, when, and what it cost.",
    evidence="Where that is on record, and how often it happened.",
    remove_when="What has to change for nobody to need this any more.",
)


@hookimpl
def tidegate_slice() -> Slice:
    """Return the slice: one check of shell calls."""
    return Slice(
        hooks=(
            Hook(
                event="tool.call",
                phase="check",
                tools=frozenset({"shell"}),
                triggers=triggers.TRIGGERS,
                run=judge.check,
                on_error=closed.on_error,
            ),
        ),
        crude=Crude(**triggers.CRUDE),
        controls=(EXAMPLE_DENY,),
        probes=(
            Probe(command="example run", expect="deny"),
            Probe(command="example --help", expect="run"),
        ),
        options=options.Options,
        describe_options=options.DESCRIBE,
    )
