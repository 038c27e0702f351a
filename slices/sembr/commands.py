"""Shell commands: the texts for git and gh in their here-documents, and nothing else of them."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import attrs

from host.call import Rewrite
from host.shell.syntax import Unreadable
from slices.sembr import heredocs, messages, reasons, tabs, trees
from slices.sembr.breaks import apply, breaks
from slices.sembr.counts import proven
from slices.sembr.limits import COMMAND_MAX_CHARACTERS, TARGETS_MAX
from slices.sembr.lines import Style

if TYPE_CHECKING:
    from host.call import ToolCall
    from host.hook import Host
    from slices.sembr.heredocs import Target
    from slices.sembr.lines import Break

_PROGRAMS = ("git", "gh")


def rewrite(call: ToolCall, host: Host) -> Rewrite | None:
    """Return the call with one sentence on a line of its texts, None where there is none."""
    command = call.command or ""
    if len(command) > COMMAND_MAX_CHARACTERS or not any(name in command for name in _PROGRAMS):
        return None
    reading = host.shell(call)
    if isinstance(reading, Unreadable):
        return None
    wanted = {"git": host.options.git, "gh": host.options.gh}
    found = islice(heredocs.targets(command, reading), TARGETS_MAX)
    targets = [target for target in found if wanted[target.taker.option]]
    return _rewritten(call, targets, host)


def _rewritten(call: ToolCall, targets: list[Target], host: Host) -> Rewrite | None:
    command = call.command or ""
    added: list[Break] = []
    bodies: dict[int, str] = {}
    for target in sorted(targets, key=lambda one: one.document.start):
        found = proven(_breaks(target, Style(host.options.unspaced)), host)
        if found:
            added += tabs.in_source(command, target, found)
            bodies[target.document.start] = apply(target.document.body, found)
    if not added:
        return None
    after = apply(command, added)
    if not trees.differ_in_bodies_alone(command, after, bodies):
        proven(None, host)
        return None
    names = sorted({t.taker.option for t in targets if t.document.start in bodies})
    note = reasons.rewrote(reasons.message(" and ".join(names)), len(added))
    return Rewrite(attrs.evolve(call, command=after), note)


def _breaks(target: Target, style: Style) -> tuple[Break, ...] | None:
    body = target.document.body
    return breaks(body, style, messages.prose(body) if target.taker.subject else None)
