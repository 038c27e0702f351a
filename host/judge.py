"""Attempts at an answer until one holds: a slice that breaks one is handed to its error handler."""

import time

from host.bare import system
from host.cold import work
from host.limits import ATTEMPT_SECONDS, TOTAL_SECONDS
from host.paths import ROOT, config_file
from host.refusals import handler_broke
from host.supervise import Broke

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from host.question import Question
    from host.supervise import Answered, Work
    from host.unsupervised import Done

    MakeWork = Callable[[dict[str, tuple[str, str]]], Work]

_WORTH_A_TRY = 0.25  # of an attempt's seconds: with less left, the next would only run out too

if TYPE_CHECKING or hasattr(system, "fork"):
    from host.supervise import attempt
else:
    from host.unsupervised import attempt


class Verdict:
    """What the attempts came to: an answer's text, a deny's reason, or the host's own failure."""

    def __init__(
        self,
        *,
        answered: "Answered | Done | None" = None,
        reason: str = "",
        broke: "Broke | None" = None,
    ) -> None:
        self.answered = answered
        self.reason = reason
        self.broke = broke

    @property
    def text(self) -> str:
        """The answer's text, "" for nothing to say."""
        return "" if self.answered is None else self.answered.text

    def release(self) -> None:
        """Let what comes after the answer happen, now that it was handed over."""
        if self.answered is not None:
            self.answered.release()


def judge(question: "Question", site: str, late: "Broke | None" = None) -> Verdict:
    """Return what the whole stack says about the event, within the host's deadlines.

    `late` is a slice that the warm host gave up at the deadline: it is not waited for again.
    """
    return until_one_holds(
        lambda failed: work(question, failed, site),  # type: ignore[arg-type]
        attempt_seconds=ATTEMPT_SECONDS,
        total_seconds=TOTAL_SECONDS - (0 if late is None else ATTEMPT_SECONDS),
        late=late,
    )


def until_one_holds(
    make_work: "MakeWork",
    *,
    attempt_seconds: float,
    total_seconds: float,
    late: "Broke | None" = None,
) -> Verdict:
    """Attempt, and again with what broke marked as failed, while there is time.

    A slice that broke is marked by its name, its error handler by `name:on_error`; what breaks
    although it is marked gives the deny that names it. Where no slice was being asked the host
    itself broke, and so it did where the time is up. `late` is marked from the start.
    """
    failed: dict[str, tuple[str, str]] = {}
    if late is not None:
        failed[_mark(late)] = (late.kind, late.detail)
    end = time.monotonic() + total_seconds
    while True:
        seconds = min(attempt_seconds, end - time.monotonic())
        found = _attempt(make_work(failed), seconds)
        if not isinstance(found, Broke):
            return Verdict(answered=found)
        if not found.slice:
            return Verdict(broke=found)
        mark = _mark(found)
        if mark in failed:
            return Verdict(reason=_handler_broke(found))
        failed[mark] = (found.kind, found.detail)
        if end - time.monotonic() < attempt_seconds * _WORTH_A_TRY:
            return Verdict(broke=found)


def _mark(found: "Broke") -> str:
    return f"{found.slice}:on_error" if found.stage == "on_error" else found.slice


def _attempt(work: "Work", seconds: float) -> "Answered | Done | Broke":
    try:
        return attempt(work, seconds)
    except OSError as error:
        return Broke("", "host", "crash", f"no process can be started: {error}")


def _handler_broke(found: "Broke") -> str:
    return handler_broke(found.slice, found.kind, found.detail, file=config_file(), root=ROOT)
