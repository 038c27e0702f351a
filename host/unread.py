"""The answer to an event that cannot be read; builtin modules only."""

from host import refusals
from host.bare import complain
from host.guess import texts_in, texts_under
from host.here import Here
from host.last_resort import enabled, hit, reason
from host.paths import ROOT, config_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from host.clients import Client


def answer(
    client: "Client", raw: bytes, problem: str, event: "dict[str, Any]", *, whole: bool
) -> str:
    """Return the answer to an event of which nothing but `raw` is known.

    Where a text in it can be the command and an enabled slice's crude test holds for it, that is a
    deny. What was read whole and holds none runs, and the person is told that nothing else looked
    at it. What was not read `whole` may hold anything behind what was read: nobody can judge it,
    so the person is asked. An ask is closed, also where there is nobody to ask, and has a door
    that a deny has not: it may be a call of the file tools, with which a set-up is repaired.
    """
    complain(f"the event cannot be read: {problem}")
    on = enabled(Here("", client.options()))
    commands = [*texts_under(raw, "command"), *texts_in(event, "command")]
    found = [name for name in on if hit(name, commands)]
    if found:
        reasons = [reason(name, "bad-event", problem) for name in found]
        return client.refuse("\n\n".join(reasons), event)
    if not on:
        return ""
    if whole or client.is_no_shell_call(raw, texts_under):
        return client.tell(refusals.not_checked(problem, root=ROOT))
    return client.ask(refusals.may_it_run(problem, on[0], file=config_file(), root=ROOT))
