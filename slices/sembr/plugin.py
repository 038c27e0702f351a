"""Declares the sembr slice."""

from __future__ import annotations

from host.hook import Control, Crude, Hook, Probe, Slice
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


PROBE = "git commit -F - <<'EOF'\nA subject\n\n{}\nEOF"


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
        probes=(
            Probe(command=PROBE.format("One sentence. And one more."), expect="rewrite"),
            Probe(command=PROBE.format("One sentence."), expect="run"),
        ),
        options=options.Options,
        describe_options=options.DESCRIBE,
    )
