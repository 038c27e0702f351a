"""Asks people's own scars about a call, and says which of them cannot be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.call import Ask, Context, Deny
from host.errors import BudgetSpent, Problem, StateError
from host.shell.syntax import Unreadable
from slices.scar import counts, reasons
from slices.scar.after.snapshot import DENIED
from slices.scar.catalogue import SHIPPED
from slices.scar.judge import added_up, answer_of
from slices.scar.limits import COMMAND_MAX_CHARACTERS
from slices.scar.own import kept, places, watching
from slices.scar.parsed import Parsed
from slices.scar.platforms import platform_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from host.call import Answer, EventKind, SessionEvent, ToolCall, ToolResult
    from host.hook import Host
    from slices.scar.contract import Scar
    from slices.scar.own.read import Read

IDS = tuple(name.replace("_", "-") for name in SHIPPED)


def check(call: ToolCall, host: Host) -> Answer | None:
    """Deny, ask or add context where a scar of the project or the person holds for the call.

    Raises `BudgetSpent` for a command past its bounds.
    """
    watching.refresh(call.cwd, host, IDS)
    if call.command is None or not host.options.own:
        return None
    reads = loaded(call.cwd, host)
    answer = added_up(_asked([one for read in reads if (one := _scar(read, host))], call, host))
    if isinstance(answer, Deny):
        host.once(DENIED, lambda: True)
    if isinstance(answer, Deny | Ask):
        return answer
    told = _problems(reads, call.session, host)
    return added_up([*([answer] if answer else []), *told])


def after(result: ToolResult, host: Host) -> Context | None:
    """Tell what a scar that is asked after a call says of this one.

    Raises `BudgetSpent` for a command past its bounds.
    """
    watching.refresh(result.call.cwd, host, IDS)
    if result.call.command is None or not host.options.own:
        return None
    reads = loaded(result.call.cwd, host)
    scars = [one for read in reads if (one := _scar(read, host))]
    told = added_up(_asked(scars, result.call, host, event="tool.result", failed=result.failed))
    return told if isinstance(told, Context) else None


def start(event: SessionEvent, host: Host) -> Context | None:
    """Say at the start of a session which scars cannot be asked."""
    watching.refresh(event.cwd, host, IDS)
    if not host.options.own:
        return None
    reads = loaded(event.cwd, host)
    told = _problems(reads, event.session, host)
    return told[0] if told else None


def loaded(cwd: str, host: Host) -> tuple[Read, ...]:
    """Return the scars that count in a folder, sound or not, the project's first."""
    return tuple(one for place in places.in_force(cwd) for one in kept.load(place, host.store, IDS))


def _scar(read: Read, host: Host) -> Scar | None:
    return None if read.file.name in host.options.off else read.scar


def _asked(
    scars: Sequence[Scar],
    call: ToolCall,
    host: Host,
    *,
    event: EventKind = "tool.call",
    failed: bool = False,
) -> list[Answer]:
    scars = [one for one in scars if one.event == event]
    if not scars or call.command is None:
        return []
    if len(call.command) > COMMAND_MAX_CHARACTERS:
        message = f"a command of more than {COMMAND_MAX_CHARACTERS} characters"
        raise BudgetSpent(message)
    reading = host.shell(call)
    if isinstance(reading, Unreadable):
        return []
    platform = platform_of(host.options.platform)
    parsed = Parsed(call, reading, host.options, platform, event, failed)
    return [answer for one in scars for answer in _answer(one, parsed, host)]


def _answer(scar: Scar, parsed: Parsed, host: Host) -> list[Answer]:
    if not scar.covers(parsed.event, parsed.call.tool, parsed.platform):
        return []
    if scar.measure.is_exposed(parsed):
        host.count(counts.EXPOSED, scar.id)
    hits = scar.hits(parsed)
    if not hits:
        return []
    host.count(counts.BLOCKED, scar.id)
    return [answer_of(scar, hits, parsed, host)]


def _problems(reads: Sequence[Read], session: str, host: Host) -> list[Context]:
    """Return what is wrong, where the session was not told just that already."""
    found = [problem for one in reads for problem in one.problems]
    if not found or not _is_new(found, session, host):
        return []
    return [Context(reasons.not_asked(found))]


def _is_new(found: Sequence[Problem], session: str, host: Host) -> bool:
    import hashlib

    text = "\n".join(map(str, found)).encode("utf-8", "surrogatepass")
    mark = hashlib.blake2s(text, digest_size=8).hexdigest()
    try:
        return host.store.claim(f"own-told:{session}:{mark}", "")
    except StateError:
        return True
