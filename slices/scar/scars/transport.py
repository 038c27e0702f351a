"""The scar `transport`: commands that reach the shell with fewer backslashes than were sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slices.scar import reasons
from slices.scar.contract import Measure, Scar
from slices.scar.origins import TRANSPORT
from slices.scar.predicate import Clause, Predicate, Source
from slices.scar.scars.transport_cases import MUST_BLOCK, MUST_PASS
from slices.scar.transport import runs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from slices.scar.parsed import Parsed
    from slices.scar.transport import Span


def in_command(parsed: Parsed) -> Iterator[Span]:
    """Yield each run of backslashes of the command, wherever it stands."""
    return runs(parsed.call.command or "")


def is_long(run: Span, parsed: Parsed) -> bool:
    """Tell whether the run has two backslashes or more."""
    del parsed
    return run.sent > 1


def is_before_no_quote(run: Span, parsed: Parsed) -> bool:
    """Tell whether no double quote follows the run: before one it arrives intact."""
    del parsed
    return not run.before_quote


def has_transport(run: Span, parsed: Parsed) -> bool:
    """Tell whether commands take that way to the shell here."""
    del run
    return parsed.has_transport


def is_exposed(parsed: Parsed) -> bool:
    """Tell whether two backslashes in a row go that way."""
    return parsed.has_transport and any(run.sent > 1 for run in in_command(parsed))


def needed_by(run: Span, parsed: Parsed) -> str:
    """Return what makes the block of a run necessary: always the transport."""
    del run, parsed
    return "transport"


SCAR = Scar(
    id=TRANSPORT.name,
    version=1,
    title="A command that changes on its way to the shell",
    origin=TRANSPORT.incident,
    evidence=TRANSPORT.evidence,
    event="tool.call",
    tools=frozenset({"shell"}),
    predicate=Predicate(
        sources=(Source("a run of backslashes", in_command),),
        clauses=(
            Clause("two backslashes or more", is_long),
            Clause("no double quote behind it", is_before_no_quote),
            Clause("the platform has the transport", has_transport),
        ),
    ),
    action="deny",
    say=reasons.transport,
    way_out=(
        "Put the text into a file with the write tool, which passes no shell, and name the file in"
        " the command; or spell it without a run of two backslashes."
    ),
    must_block=MUST_BLOCK,
    must_pass=MUST_PASS,
    measure=Measure(
        exposure="A shell call with two backslashes in a row, where there is the transport.",
        hit="A call whose text would reach the shell changed.",
        unnecessary="None: each hit would have been changed.",
        is_exposed=is_exposed,
        needed_by=needed_by,
    ),
    retire_when=TRANSPORT.remove_when,
)
