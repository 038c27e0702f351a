"""The cold run in the child: the whole stack on one event, from the environment's packages."""

import sys

from host.bare import complain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from host.call import FailureKind
    from host.clients import Client
    from host.supervise import Progress, Work

    Failed = Mapping[str, tuple[FailureKind, str]]


def work(
    name: str, client: "Client", event: "dict[str, Any]", failed: "Failed", site: str
) -> "Work":
    """Return the work of one attempt on the event of the client `name`.

    `failed` holds the slices that broke in an earlier attempt, each with kind and detail; `site`
    is the folder of the packages.
    """

    def run(progress: "Progress") -> "tuple[str, Callable[[], None]]":
        import gc

        gc.disable()  # the process ends before a collection would pay
        progress("", "host")
        if site not in sys.path:
            sys.path.append(site)
        from host.house import answer

        outcome = answer(name, event, failed=failed, progress=progress)
        return outcome.text, lambda: _after(name, client, outcome.after)

    return run


def _after(name: str, client: "Client", after: "Callable[[], None]") -> None:
    from host.extras import missing
    from host.last_resort import enabled, write_shell_file

    after()
    if missing(enabled()):
        from host.background import start_setup

        start_setup()
    try:
        write_shell_file(name, client)
    except OSError as error:
        complain(f"the shell's last resort is not up to date: {error}")
