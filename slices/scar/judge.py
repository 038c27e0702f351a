"""Asks the scars about one call before it runs, and adds up what they say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from host.call import Ask, Context, Deny
from host.errors import BudgetSpent
from host.shell.syntax import Unreadable
from slices.scar import counts
from slices.scar.after.snapshot import DENIED
from slices.scar.catalogue import in_force
from slices.scar.limits import COMMAND_MAX_CHARACTERS
from slices.scar.parsed import Parsed
from slices.scar.platforms import platform_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from host.call import Answer, ToolCall
    from host.hook import Host
    from slices.scar.contract import Scar


_ANSWERS: dict[str, Callable[[str], Answer]] = {"deny": Deny, "ask": Ask, "context": Context}


def check(call: ToolCall, host: Host) -> Answer | None:
    """Deny, ask or add context where a scar's predicate holds; a deny beats the others.

    Raises `BudgetSpent` for a command past its bounds: the crude test answers then.
    """
    if call.command is None:
        return None
    if len(call.command) > COMMAND_MAX_CHARACTERS:
        message = f"a command of more than {COMMAND_MAX_CHARACTERS} characters"
        raise BudgetSpent(message)
    reading = host.shell(call)
    if isinstance(reading, Unreadable):
        return None
    parsed = Parsed(call, reading, host.options, platform_of(host.options.platform))
    answers = [
        one for scar in in_force(host.options, call.command) for one in asked(scar, parsed, host)
    ]
    answer = added_up(answers)
    if isinstance(answer, Deny):
        host.once(DENIED, lambda: True)
    return answer


def asked(scar: Scar, parsed: Parsed, host: Host) -> list[Answer]:
    """Return the scar's answer to the call, if it has one, and count exposure and block."""
    if not scar.covers(parsed.event, parsed.call.tool, parsed.platform):
        return []
    if scar.measure.is_exposed(parsed):
        host.count(counts.EXPOSED, scar.id)
    hits = scar.hits(parsed)
    if not hits:
        return []
    causes = (scar.measure.needed_by(hit, parsed) for hit in hits)
    cause = next(filter(None, causes), "")
    host.count(counts.NEEDED if cause else counts.UNNEEDED, f"{scar.id} {cause}".rstrip())
    return [answer_of(scar, hits, parsed, host)]


def answer_of(scar: Scar, hits: Sequence[Any], parsed: Parsed, host: Host) -> Answer:
    """Return what a scar answers to what it hit."""
    return _ANSWERS[scar.action](scar.say(hits, parsed, host))


def added_up(answers: Sequence[Answer]) -> Answer | None:
    """Return one answer with the texts of all that are as strict as the strictest."""
    for kind, field in ((Deny, "reason"), (Ask, "reason"), (Context, "text")):
        texts = [getattr(one, field) for one in answers if isinstance(one, kind)]
        if texts:
            return kind("\n\n".join(texts))
    return None
