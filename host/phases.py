"""The phases rewrite, check and after, and the one place that catches what a slice raises."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import attrs
from attrs import frozen

from host import reasons
from host.call import Ask, Context, Deny, Failure, Rewrite, Said, ToolCall, ToolResult
from host.desk import SliceHost
from host.errors import BudgetSpent, describe
from host.limits import DETAIL_MAX_CHARS
from host.merge import merge
from host.registry import Broken, Loaded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from host.call import Answer, Decision, FailureKind, Occasion
    from host.desk import Desk
    from host.hook import Hook, Phase
    from host.registry import Member
    from host.triggers import Wanted

    Reply = tuple[Answer | None, tuple[Failure, ...]]
    Try = tuple[Answer | None, Failure | None]

_RUN_GIVES: Mapping[Phase, tuple[type, ...]] = {
    "rewrite": (Rewrite, Context),
    "check": (Deny, Ask, Context),
    "after": (Context,),
}
_ON_ERROR_GIVES: Mapping[Phase, tuple[type, ...]] = {
    "rewrite": (Deny, Ask, Context),
    "check": (Deny, Ask, Context),
    "after": (Context,),
}
_KINDS: tuple[tuple[type[BaseException], FailureKind], ...] = (
    (MemoryError, "out-of-memory"),
    (RecursionError, "recursion"),
    (BudgetSpent, "budget"),
)


@frozen
class Round:
    """One event's round through the slices.

    `failed` names what died in an earlier attempt: a slice's name for its `run`, `name:on_error`
    for its handler. `progress` is told who is asked next, so that a death can be named. `crude`
    answers whether the crude test of a slice that did not load holds for a call.
    """

    members: tuple[Member, ...]
    desk: Desk
    failed: Mapping[str, tuple[FailureKind, str]]
    progress: Callable[[str, str], None]
    crude: Callable[[str, ToolCall], bool]
    wanted: Wanted | None = None
    """The hooks that want the event as it came, None for all; the others are not asked."""


def decide(round_: Round, occasion: Occasion) -> Decision:
    """Ask every slice that has a hook for this occasion, phase by phase, and merge."""
    said: list[Said] = []
    failures: list[Failure] = []
    now = occasion
    for member, hook in _places(round_.members, occasion):
        if now is occasion and not _is_wanted(round_.wanted, member, hook):
            continue  # a rewritten call is another one: whoever wants it was not looked at
        answer, broken = _reply(round_, member, hook, now)
        failures += broken
        if answer is not None and not _is_idle(answer, now):
            said.append(Said(member.name, answer))
            now = answer.call if isinstance(answer, Rewrite) else now
    rewritten = now if isinstance(now, ToolCall) and now != occasion else None
    return merge(said, rewritten, failures)


def _places(members: Sequence[Member], occasion: Occasion) -> Iterator[tuple[Member, Hook | None]]:
    """Yield who is asked in which hook, in phase and config order; a broken slice has none."""
    phases: tuple[Phase, ...] = ("rewrite", "check", "after")
    for phase in phases:
        for member in members:
            if isinstance(member, Loaded):
                hooks = [hook for hook in member.slice.hooks if hook.phase == phase]
                yield from ((member, hook) for hook in hooks if _wants(hook, occasion))
            elif phase == "check" and isinstance(occasion, ToolCall):
                yield member, None


def _is_wanted(wanted: Wanted | None, member: Member, hook: Hook | None) -> bool:
    if wanted is None or isinstance(member, Broken):
        return True
    return any(
        hook is one and (member.name, at) in wanted for at, one in enumerate(member.slice.hooks)
    )


def _reply(round_: Round, member: Member, hook: Hook | None, subject: Occasion) -> Reply:
    if isinstance(member, Broken):
        return _crude(round_, member, cast("ToolCall", subject))
    return _ask(round_, member, cast("Hook", hook), subject)


def _is_idle(answer: Answer, subject: Occasion) -> bool:
    return isinstance(answer, Rewrite) and answer.call == subject


def _wants(hook: Hook, occasion: Occasion) -> bool:
    if hook.event != occasion.event:
        return False
    call = occasion.call if isinstance(occasion, ToolResult) else occasion
    return not hook.tools or (isinstance(call, ToolCall) and call.tool in hook.tools)


def _crude(round_: Round, member: Broken, call: ToolCall) -> Reply:
    if not round_.crude(member.name, call):
        return None, (member.failure,)
    broken = member.failure
    return Deny(reasons.crude_deny(member.name, broken.kind, broken.detail)), (broken,)


def _ask(round_: Round, member: Loaded, hook: Hook, subject: Occasion) -> Reply:
    name, host = member.name, SliceHost(round_.desk, member.name, member.options)
    failure = _earlier(round_, name, name)
    if failure is None:
        round_.progress(name, "run")
        answer, failure = _attempt(
            lambda: hook.run(subject, host), name, _RUN_GIVES[hook.phase], subject
        )
        if failure is None:
            return answer, ()
    return _handle(round_, hook, subject, host, failure)


def _handle(
    round_: Round, hook: Hook, subject: Occasion, host: SliceHost, failure: Failure
) -> Reply:
    second = _earlier(round_, host.name, f"{host.name}:on_error")
    if second is None:
        round_.progress(host.name, "on_error")
        gives = _ON_ERROR_GIVES[hook.phase]
        answer, second = _attempt(
            lambda: hook.on_error(subject, failure, host), host.name, gives, subject
        )
        if second is None:
            return answer, (failure,)
    return _closed(hook, second), (failure, second)


def _closed(hook: Hook, failure: Failure) -> Answer:
    words = (failure.slice, failure.kind, failure.detail)
    if hook.phase == "after":
        return Context(reasons.handler_broke_after(*words))
    return Deny(reasons.handler_broke(*words))


def _earlier(round_: Round, name: str, key: str) -> Failure | None:
    if key not in round_.failed:
        return None
    kind, detail = round_.failed[key]
    return Failure(name, kind, detail)


def _attempt(
    call: Callable[[], object], name: str, gives: tuple[type, ...], subject: Occasion
) -> Try:
    """Call into a slice; whatever it raises or returns, this returns an answer or a failure."""
    try:
        answer = call()
        wrong = _wrong(answer, gives, subject)
    except BaseException as error:  # noqa: BLE001  SystemExit of a slice is its failure, not ours
        return None, Failure(name, _kind(error), describe(error)[:DETAIL_MAX_CHARS])
    if wrong:
        return None, Failure(name, "bad-return", wrong[:DETAIL_MAX_CHARS])
    return cast("Answer | None", answer), None


def _kind(error: BaseException) -> FailureKind:
    return next((kind for raised, kind in _KINDS if isinstance(error, raised)), "exception")


def _wrong(answer: object, gives: tuple[type, ...], subject: Occasion) -> str:
    """Return what is wrong with an answer, or ""."""
    if answer is None:
        return ""
    if type(answer) not in gives:
        wanted = ", ".join(one.__name__ for one in gives)
        return f"{type(answer).__name__} instead of {wanted} or None"
    if isinstance(answer, Rewrite):
        return _wrong_rewrite(answer, cast("ToolCall", subject))
    text: object = getattr(answer, "text" if isinstance(answer, Context) else "reason")
    return "" if isinstance(text, str) and text else f"{type(answer).__name__} without a text"


def _wrong_rewrite(answer: Rewrite, old: ToolCall) -> str:
    """Only the four named fields may change, each to a value of the kind it had."""
    new: object = answer.call
    if type(new) is not ToolCall or not isinstance(answer.note, str):
        return "Rewrite without a call or with a note that is no text"
    back = attrs.evolve(
        new, command=old.command, path=old.path, content=old.content, edits=old.edits
    )
    if back != old:
        return "Rewrite of more than command, path, content and edits"
    pairs = ((new.command, old.command), (new.path, old.path), (new.content, old.content))
    if any(type(after) is not type(before) for after, before in pairs):
        return "Rewrite that adds, removes or retypes a field"
    if list(map(type, new.edits)) != list(map(type, old.edits)):
        return "Rewrite with another number of edits"
    return ""
