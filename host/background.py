"""Starts the set-up of the environment in the background, once; builtin modules only."""

import sys
import time

from host.bare import complain, leave, system
from host.environment import FAILURE_FILE, failure
from host.limits import SETUP_RETRY_SECONDS
from host.paths import ROOT, environment_folders
from host.refusals import set_up_failed, setting_up

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_PROGRAM = (
    "import sys; sys.path.insert(0, sys.argv[1]); from host.setup import in_background; "
    "sys.exit(in_background(sys.argv[2:]))"
)


def start_setup(slices: "Iterable[str]" = ()) -> str:
    """Start a detached set-up unless one failed a moment ago, and return what to tell the person.

    It is for the slices named, or else for all that are on wherever a call happens.
    A set-up that runs already is found by its lock, by the new one.
    """
    if _failed_lately():
        return set_up_failed(failure(), ROOT)
    try:
        detach([sys.executable, "-I", "-S", "-c", _PROGRAM, ROOT, *slices])
    except (OSError, AttributeError) as error:
        complain(f"the set-up cannot be started: {error}")
        return set_up_failed(str(error), ROOT)
    return setting_up(ROOT)


def _failed_lately() -> bool:
    for folder in environment_folders():
        try:
            age = time.time() - system.stat(f"{folder}/{FAILURE_FILE}").st_mtime
        except OSError:
            continue
        if abs(age) < SETUP_RETRY_SECONDS:
            return True
    return False


def detach(command: list[str]) -> None:
    """Run the command as nobody's child, with all its standard streams on nothing."""
    child = system.fork()
    if child:
        system.waitpid(child, 0)
        return
    try:
        system.setsid()
        if system.fork() == 0:
            _become(command)
    finally:
        leave(0)


def _become(command: list[str]) -> None:
    empty = system.open("/dev/null", system.O_RDWR)
    for descriptor in (0, 1, 2):
        system.dup2(empty, descriptor)
    system.chdir("/")
    system.execv(command[0], command)
