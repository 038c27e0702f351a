"""What the printer declares."""

import os.path

from attrs import frozen

from host.call import Deny, Failure, ToolCall
from host.crude import hits
from host.hook import Control, Crude, Hook, Host, Probe, Slice
from host.hookspecs import hookimpl
from host.shell.syntax import Unreadable
from slices.printer.triggers import CRUDE, TRIGGERS


@frozen
class Options:
    pass


def run(call: ToolCall, host: Host) -> Deny | None:
    reading = host.shell(call)
    if isinstance(reading, Unreadable) or not hits(CRUDE, call.command or ""):
        return None
    paths = [use.path or "" for command in reading.commands for use in command.files]
    if not paths or not all(map(os.path.isfile, paths)):
        return None
    calls = "\n".join(host.read_call(path, None, None) for path in paths)
    return Deny(f"slices.printer.enabled\n{calls}")


def on_error(call: ToolCall, failure: Failure, host: Host) -> Deny | None:
    if not hits(CRUDE, call.command or ""):
        return None
    return Deny(f"slices.printer.enabled ({failure.kind})")


@hookimpl
def tidegate_slice() -> Slice:
    hook = Hook(
        event="tool.call",
        phase="check",
        tools=frozenset({"shell"}),
        triggers=TRIGGERS,
        run=run,
        on_error=on_error,
    )
    control = Control(name="print", incident="none", evidence="none", remove_when="never")
    probes = (Probe(command="cat f", expect="deny"), Probe(command="ls", expect="run"))
    return Slice(
        hooks=(hook,),
        crude=Crude(**CRUDE),
        controls=(control,),
        probes=probes,
        options=Options,
    )
