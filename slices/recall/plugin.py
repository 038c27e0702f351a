"""Declares the recall slice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.hook import Control, Crude, Hook, Probe, Slice
from host.hookspecs import hookimpl
from slices.recall import arms, closed, options, triggers, watching

if TYPE_CHECKING:
    from host.call import Tool
    from host.hook import Run

_CALLS: frozenset[Tool] = frozenset(
    {"shell", "read", "write", "edit", "multi_edit", "notebook", "patch"}
)
_CHANGES = _CALLS - {"read"}

ANCHORED_NOTES = Control(
    name="anchored notes",
    incident=(
        "A caveat that was written down for a file was not seen by the agent that changed the file:"
        " two thirds of file access went through the shell, where loaders that go by the tools'"
        " path fields see nothing."
    ),
    evidence=(
        "Reported: a rule for a folder never loaded, since its files were read with cat; notes"
        " matched by base name were of other files, and the agent learnt to ignore them."
    ),
    remove_when="The client itself delivers path-scoped notes on shell reads and writes.",
)


PROBE_FILES = {
    "deploy/config.yaml": "timeout: 30\n",
    ".tidegate/notes/probe.md": "---\nanchors: deploy/config.yaml\n---\nA note for the probe.\n",
}


@hookimpl
def tidegate_slice() -> Slice:
    """Return the slice: notes before a call and late after it, and a question before a write."""
    return Slice(
        hooks=(
            _before(arms.ask, _CHANGES),
            _before(arms.deliver, _CALLS),
            Hook(
                event="tool.result",
                phase="after",
                tools=_CHANGES,
                watched=True,
                folders=watching.declared(),
                run=arms.after,
                on_error=closed.run_on,
            ),
            Hook(
                event="session.start",
                phase="after",
                run=arms.start,
                on_error=closed.run_on,
            ),
            Hook(
                event="session.compact",
                phase="after",
                run=arms.compact,
                on_error=closed.run_on,
            ),
        ),
        crude=Crude(**triggers.CRUDE),
        controls=(ANCHORED_NOTES,),
        probes=(
            Probe(
                command="sed -i s/30/60/ deploy/config.yaml",
                expect="context",
                files=PROBE_FILES,
                says="A note for the probe.",
            ),
            Probe(command="ls -la", expect="run", files=PROBE_FILES),
        ),
        options=options.Options,
        describe_options=options.DESCRIBE,
    )


def _before(run: Run, tools: frozenset[Tool]) -> Hook:
    return Hook(
        event="tool.call",
        phase="check",
        tools=tools,
        watched=True,
        folders=watching.declared(),
        run=run,
        on_error=closed.on_error,
    )
