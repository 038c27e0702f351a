"""Declares the sembr slice."""

from __future__ import annotations

from host.hook import Control, Crude, Hook, Slice
from host.hookspecs import hookimpl
from slices.sembr import arms, closed, options, triggers

ONE_SENTENCE_PER_LINE = Control(
    name="one sentence per line",
    incident=(
        "Agents join sentences on one line in Markdown and commit messages, whatever their"
        " instructions say; a diff then touches a whole paragraph for one changed word."
    ),
    evidence="Reported; not measured yet. The ledger counts each rewrite.",
    remove_when="Agents keep to one sentence per line where a project's instructions ask for it.",
)


@hookimpl
def tidegate_slice() -> Slice:
    """Return the slice: a rewrite of Markdown files, and one of texts in shell commands."""
    return Slice(
        hooks=(
            Hook(
                event="tool.call",
                phase="rewrite",
                tools=frozenset({"write", "edit", "multi_edit"}),
                triggers=triggers.TRIGGERS[:-1],
                run=arms.document,
                on_error=closed.on_error,
            ),
            Hook(
                event="tool.call",
                phase="rewrite",
                tools=frozenset({"shell"}),
                triggers=triggers.TRIGGERS[-1:],
                run=arms.command,
                on_error=closed.on_error,
            ),
        ),
        crude=Crude(**triggers.CRUDE),
        controls=(ONE_SENTENCE_PER_LINE,),
        options=options.Options,
        describe_options=options.DESCRIBE,
    )
