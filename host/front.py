"""The front: one event in, one answer out; it imports builtin modules only and never breaks."""

from host.bare import complain, leave, read_descriptor, system, write_all
from host.clients import load
from host.decode import read_object
from host.limits import ATTEMPT_SECONDS, EVENT_MAX_BYTES
from host.question import Question
from host.rescue import drop, keep, taken_up
from host.shortcut import ANSWERED
from host.triggers import NOWHERE, wanted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from host.clients import Client, Glance, Scope
    from host.shortcut import Begun
    from host.supervise import Broke
    from host.warm.ask import Tried

    Late = Callable[[], None]

UNPRINTABLE = 74
"""With `ANSWERED` the only exit codes after which the hook entry leaves.

The hook entry makes a 0 of the first and a 2 of the second, which blocks. They are codes of their
own, since a broken interpreter can end with 2, and what is no interpreter with 0: then every call
would be blocked, or none judged.
"""
HANDED_BACK = 75
"""The exit code where the front itself is broken and the event is kept: the entry goes on."""
_SILENT: "Tried" = (None, None)
"""What comes of a host that is stopped or overloaded: a second one could not start beside it."""
TOO_LONG = f"an event over {EVENT_MAX_BYTES} bytes"
"""Why an event was not read whole."""


def main(name: str, mark: str = "", died: str = "", begun: "Begun | None" = None) -> "NoReturn":
    """Answer the event on standard input for the client `name`, and leave.

    `mark` is the hook entry's process id, under which the event is kept meanwhile, and `died` the
    exit status of a front that ended for this event before, without an answer that is known of.
    `begun` is what the shortcut did already.

    Raises where the client's module is broken: the event is still unread then, and the hook entry
    answers with its own last resort.
    """
    client = load(name)
    _open_descriptors()
    late: list[Late] = []
    raw = b""
    try:
        raw, lost = _read(begun)
        raw = taken_up(raw, mark) if died else raw
        if died and not lost and isinstance(read_object(raw), str):
            leave(_blocked(died))
        if begun is not None:  # the shortcut kept it: this is whom it is dropped for
            keep(mark, raw)
        tried = _followed(begun)
        text = _taken_over(tried, late)
        if text is None:
            plain = name.replace("-", "_")
            text = decide(plain, client, raw, late, lost=lost, mark=mark, tried=tried)
    except BaseException as error:  # noqa: BLE001  not even the last resort came to an answer
        complain(f"no answer: {error!r}")
        leave(HANDED_BACK if keep(mark, raw) else UNPRINTABLE)
    drop(mark)
    code = _print(client, text, None if begun is None else begun.unprinted)
    try:
        for call in late:
            call()
    finally:
        leave(code)


def decide(  # noqa: PLR0913  what was read, and how, beside whom it is for
    name: str,
    client: "Client",
    raw: bytes,
    late: "list[Late]",
    *,
    lost: str = "",
    mark: str = "",
    tried: "Tried | None" = None,
) -> str:
    """Return the answer to the event `raw` as the client reads it, or "" to let the call run.

    `late` gets what is to be called once the answer was handed over. `lost` says why `raw` is not
    the whole event, `mark` where it is kept while the whole stack is asked. `tried` is what came of
    asking the warm host before.
    """
    event = lost or read_object(raw)
    if isinstance(event, str):
        return _unreadable(client, raw, event, {}, whole=not lost)
    glance = _glance(client, event)
    if isinstance(glance, str):
        return _unreadable(client, raw, glance, event)
    try:
        asked = wanted(glance, _scope(client, event))
        if asked is not None and not asked:
            return ""
        keep(mark, raw)
        return _ask(Question(name, client, event, glance, asked), raw, tried, late)
    except Exception as error:  # noqa: BLE001  the host broke: the last resort answers
        return _last_resort(client, event, glance, "exception", repr(error))


def _blocked(died: str) -> int:
    """Say that the answer of a front that died, or a part of it, may be out, and return the code.

    A second answer beside it would let the call run.
    """
    from host.paths import ROOT
    from host.refusals import killed

    complain(killed(died, root=ROOT))
    return UNPRINTABLE


def _taken_over(tried: "Tried | None", late: "list[Late]") -> str | None:
    """Return the answer of the host that the shortcut asked, None where there is none."""
    if tried is None or tried[0] is None:
        return None
    late.append(tried[0].release)
    return tried[0].text


def _read(begun: "Begun | None") -> tuple[bytes, str]:
    """Return what standard input holds, and why that is not all of the event, if it is not."""
    raw = b"" if begun is None else b"".join(begun.blocks)
    if begun is not None and begun.is_whole:
        return raw, ""
    try:
        rest, more = read_descriptor(0, max(EVENT_MAX_BYTES - len(raw), 0))
    except OSError as error:
        return b"", f"standard input cannot be read: {error.strerror}"
    raw += rest
    return raw[:EVENT_MAX_BYTES], TOO_LONG if more or len(raw) > EVENT_MAX_BYTES else ""


def _followed(begun: "Begun | None") -> "Tried | None":
    """Return what comes of the host that the shortcut asked, or None where it asked none."""
    if begun is None or begun.connection is None:
        return _SILENT if begun is not None and begun.is_silent else None
    try:
        from host.warm.ask import follow

        seconds = 0.0 if begun.is_late else ATTEMPT_SECONDS
        return follow(begun.connection, begun.nonce, begun.said, seconds)
    except Exception as error:  # noqa: BLE001  the cold host answers, whatever is wrong with it
        complain(f"the warm host is of no use: {error!r}")
        return None, None


def _print(client: "Client", text: str, problem: OSError | None) -> int:
    try:
        if problem is not None:
            raise problem
        write_all(1, text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        complain(f"the answer cannot be printed ({error}): {text}")
        return UNPRINTABLE if client.blocks(text) else ANSWERED
    return ANSWERED


def _glance(client: "Client", event: "dict[str, Any]") -> "Glance | str":
    try:
        return client.glance(event)
    except Exception as error:  # noqa: BLE001  an event of a shape nobody thought of
        return repr(error)


def _scope(client: "Client", event: "dict[str, Any]") -> "Scope":
    try:
        return client.scope(event)
    except Exception as error:  # noqa: BLE001  the call is judged without it
        complain(f"the event's folder and time are taken as unknown: {error!r}")
        return NOWHERE


def _ask(question: "Question", raw: bytes, tried: "Tried | None", late: "list[Late]") -> str:
    client, event, glance = question.client, question.event, question.glance
    from host.environment import ready

    site = ready()
    if not site:
        return _without_environment(client, event, glance)
    answered, gave_up = tried or _ask_warm(question, raw, site)
    if tried is not None and tried is not _SILENT:
        question.starts_host = True  # it may have ended over the call
    if answered is None:
        return _ask_cold(question, site, gave_up, late)
    late.append(answered.release)
    return answered.text


def _ask_warm(question: "Question", raw: bytes, site: str) -> "Tried":
    try:
        from host.warm.ask import attempt

        return attempt(question, raw, site)
    except Exception as error:  # noqa: BLE001  the cold host answers, whatever is wrong with it
        complain(f"the warm host is of no use: {error!r}")
        return None, None


def _ask_cold(question: "Question", site: str, gave_up: "Broke | None", late: "list[Late]") -> str:
    client, event, glance = question.client, question.event, question.glance
    from host.judge import judge

    verdict = judge(question, site, gave_up)
    if verdict.broke is not None:
        return _last_resort(client, event, glance, verdict.broke.kind, verdict.broke.detail)
    if verdict.reason:
        complain(verdict.reason)
        return client.refuse(verdict.reason, event) if glance[0] == "tool.call" else ""
    late.append(verdict.release)
    return verdict.text


def _without_environment(client: "Client", event: "dict[str, Any]", glance: "Glance") -> str:
    from host.background import start_setup

    notice = start_setup()
    if glance[0] == "session.start":
        return client.tell(notice)
    return _last_resort(client, event, glance, "install", "")


def _last_resort(
    client: "Client", event: "dict[str, Any]", glance: "Glance", kind: str, detail: str
) -> str:
    from host.last_resort import crude_only, verdict

    complain(f"the host broke: {kind} {detail}")
    scope = _scope(client, event)
    if glance[:2] == ("tool.call", "shell"):
        reason = verdict(glance[2], kind, detail, scope[0], scope[3])
        if reason:
            return client.refuse(reason, event)
    told = crude_only(glance[0], glance[3], kind, detail)
    return client.tell(told) if told else ""


def _unreadable(
    client: "Client", raw: bytes, problem: str, event: "dict[str, Any]", *, whole: bool = True
) -> str:
    from host.unread import answer

    return answer(client, raw, problem, event, whole=whole)


def _open_descriptors() -> None:
    """Fill a closed descriptor 0, 1 or 2, so that no pipe of the host takes its number.

    Each is opened the wrong way round: the read of the event and the write of the answer then fail
    as on a closed one.
    """
    for descriptor, way in ((0, system.O_WRONLY), (1, system.O_RDONLY), (2, system.O_RDONLY)):
        try:
            system.fstat(descriptor)
        except OSError:
            system.open("/dev/null", way)
