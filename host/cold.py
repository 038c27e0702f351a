"""The cold run in the child: the whole stack on one event, from the environment's packages."""

import sys

from host.bare import complain, system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from host.bundle_whole import Whole
    from host.call import FailureKind
    from host.question import Question
    from host.supervise import Progress, Work

    Save = Callable[[], None]
    Failed = Mapping[str, tuple[FailureKind, str]]


def work(question: "Question", failed: "Failed", site: str) -> "Work":
    """Return the work of one attempt at an answer.

    `failed` holds the slices that broke in an earlier attempt, each with kind and detail; `site`
    is the folder of the packages.
    """

    def run(progress: "Progress") -> "tuple[str, Callable[[], None]]":
        import gc

        gc.disable()  # the process ends before a collection would pay
        progress("", "host")
        if site not in sys.path:
            sys.path.append(site)
        whole = _whole(site)
        from host.generated import use

        kept = use()
        from host.house import answer

        outcome = answer(
            question.name,
            question.event,
            failed=failed,
            wanted=question.wanted,
            progress=progress,
        )
        counts = question.wanted is not None and question.glance[:2] == ("tool.call", "shell")
        if whole is not None and counts:
            whole.answered()
        saves = [*_bundles(question.name, site, whole), lambda: kept.save(counts=counts)]
        return outcome.text, lambda: _after(question, outcome.after, saves, site)

    return run


def _whole(site: str) -> "Whole | None":
    """Take modules out of their bundle, if that is done here.

    A resident has everything loaded: its forks neither need nor look after them. A platform that
    cannot read a file from the middle goes without.
    """
    if "host.house" in sys.modules or not hasattr(system, "pread"):
        return None
    from host.bundle_whole import Whole

    return Whole(site).use()


def _bundles(client: str, site: str, whole: "Whole | None") -> "list[Save]":
    """Return how the bundles are kept up to date."""
    if whole is None:
        return []

    def keep() -> None:
        from host.bundle_front import keep_front
        from host.shortcut_file import keep_shortcut

        keep_front(client)
        keep_shortcut(client, site)

    return [whole.save, keep]


def _after(question: "Question", after: "Save", saves: "list[Save]", site: str) -> None:
    from host.extras import missing
    from host.here import Here
    from host.last_resort import enabled, write_shell_file
    from host.rescue import sweep

    after()
    sweep()
    for save in saves:
        save()
    if question.starts_host:
        from host.warm.start import start

        start(site)
    scope = question.client.scope(question.event)
    if lacking := missing(enabled(Here(scope[0], scope[3]))):
        from host.background import start_setup

        start_setup(lacking)
    try:
        write_shell_file(question.name, question.client)
    except OSError as error:
        complain(f"the shell's last resort is not up to date: {error}")
